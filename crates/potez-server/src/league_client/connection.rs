//! The way to a server: plain, or by TLS where the address begins with `https`.

use std::path::Path;
use std::sync::Arc;

use axum::http::Uri;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use super::LeagueClientError;

/// A connection, whatever is below it.
pub(super) trait Connection: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Connection for T {}

/// A server, and how it is reached.
#[derive(Clone)]
pub struct LeagueServer {
    /// Host and port.
    pub(super) authority: String,
    tls: Option<(TlsConnector, ServerName<'static>)>,
}

impl std::fmt::Debug for LeagueServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LeagueServer").field("authority", &self.authority).finish_non_exhaustive()
    }
}

impl LeagueServer {
    /// The server at an address such as `http://127.0.0.1:8080` or `https://lab.example.org`; what follows the port
    /// is not read.
    pub fn at(address: &str) -> Result<Self, LeagueClientError> {
        Self::trusting(address, None)
    }

    /// The same; certificates of this file (PEM) are trusted besides the system's.
    pub fn trusting(address: &str, certificates: Option<&Path>) -> Result<Self, LeagueClientError> {
        let wrong = || LeagueClientError::Address(address.into());
        let uri: Uri = address.parse().map_err(|_| wrong())?;
        let host = uri.host().ok_or_else(wrong)?;
        let is_secret = match uri.scheme_str() {
            Some("http" | "ws") => false,
            Some("https" | "wss") => true,
            _ => return Err(wrong()),
        };
        let port = uri.port_u16().unwrap_or(if is_secret { 443 } else { 80 });
        let tls = if is_secret {
            let name = host.trim_start_matches('[').trim_end_matches(']');
            let name = ServerName::try_from(name.to_string()).map_err(|_| wrong())?;
            Some((connector(certificates)?, name))
        } else {
            None
        };
        Ok(Self { authority: format!("{host}:{port}"), tls })
    }

    pub(super) fn unreachable(&self, error: &dyn std::fmt::Display) -> LeagueClientError {
        LeagueClientError::Unreachable { server: self.authority.clone(), error: error.to_string() }
    }

    /// A new connection.
    pub(super) async fn connect(&self) -> Result<Box<dyn Connection>, LeagueClientError> {
        let stream = TcpStream::connect(&self.authority).await.map_err(|error| self.unreachable(&error))?;
        match &self.tls {
            None => Ok(Box::new(stream)),
            Some((connector, name)) => {
                let shaken = connector.connect(name.clone(), stream).await;
                Ok(Box::new(shaken.map_err(|error| self.unreachable(&error))?))
            }
        }
    }
}

fn connector(certificates: Option<&Path>) -> Result<TlsConnector, LeagueClientError> {
    let mut roots = RootCertStore::empty();
    // A system without certificates, or with odd ones, is no reason to fail before a server is asked.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(file) = certificates {
        let wrong = |error: &dyn std::fmt::Display| LeagueClientError::Certificates {
            file: file.display().to_string(),
            error: error.to_string(),
        };
        let mut found = 0;
        for certificate in CertificateDer::pem_file_iter(file).map_err(|error| wrong(&error))? {
            roots.add(certificate.map_err(|error| wrong(&error))?).map_err(|error| wrong(&error))?;
            found += 1;
        }
        if found == 0 {
            return Err(wrong(&"there is no certificate in it"));
        }
    }
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config =
        config.map_err(|error| LeagueClientError::Unreachable { server: "TLS".into(), error: error.to_string() })?;
    Ok(TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme_and_a_host() {
        for (address, authority) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080"),
            ("http://lab.example.org/#/league/x", "lab.example.org:80"),
            ("https://lab.example.org/", "lab.example.org:443"),
            ("wss://lab.example.org:9", "lab.example.org:9"),
            ("http://[::1]:9/", "[::1]:9"),
            ("https://[::1]:9/", "[::1]:9"),
        ] {
            let server = LeagueServer::at(address).unwrap();
            assert_eq!(server.authority, authority);
            assert_eq!(server.tls.is_some(), address.starts_with("https") || address.starts_with("wss"));
        }
        for address in ["127.0.0.1:8080", "", "http://", "ftp://x"] {
            assert!(LeagueServer::at(address).is_err(), "{address}");
        }
    }

    #[test]
    fn a_file_without_certificates_is_named() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let error = LeagueServer::trusting("https://x.org", Some(&file)).unwrap_err();
        assert!(error.to_string().contains("Cargo.toml"), "{error}");
        assert!(LeagueServer::trusting("https://x.org", Some(Path::new("/no/such/file"))).is_err());
    }
}
