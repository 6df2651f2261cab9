//! Files that jobs need, in the server's object store, each under its digest.

use async_nats::jetstream::object_store::{self, ObjectStore};
use tokio::io::AsyncReadExt as _;

use super::hub::{ANSWER, Hub, KEEP_FILES, chain};

/// The bucket.
const FILES: &str = "POTEZ_FILES";
/// The largest file that a worker takes.
const LARGEST: usize = 64 << 20;

impl Hub {
    /// The bucket, made where it is missing.
    async fn files(&self) -> Result<ObjectStore, String> {
        if let Ok(bucket) = self.jetstream.get_object_store(FILES).await {
            return Ok(bucket);
        }
        let config = object_store::Config { bucket: FILES.into(), max_age: KEEP_FILES, ..Default::default() };
        self.jetstream.create_object_store(config).await.map_err(|error| chain(&error))
    }

    /// Keeps a file under its digest; one that is there already stays.
    pub(super) async fn put_file(&self, digest: &str, bytes: &[u8]) -> Result<(), String> {
        let bucket = self.files().await?;
        if bucket.info(digest).await.is_ok_and(|info| info.size == bytes.len()) {
            return Ok(());
        }
        let mut reader = bytes;
        bucket.put(digest, &mut reader).await.map(|_| ()).map_err(|error| chain(&error))
    }

    /// The bytes of a file. They are not compared with the digest here.
    pub(super) async fn file(&self, digest: &str) -> Result<Vec<u8>, String> {
        let mut object = self.files().await?.get(digest).await.map_err(|error| chain(&error))?;
        if object.info().size > LARGEST {
            return Err(format!("it has more than {LARGEST} bytes"));
        }
        let mut bytes = Vec::new();
        let reading = tokio::time::timeout(10 * ANSWER, object.read_to_end(&mut bytes)).await;
        reading.map_err(|_| "it does not come")?.map_err(|error| error.to_string())?;
        Ok(bytes)
    }
}
