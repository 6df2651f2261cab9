//! A connection whose peer has to read what it asked for.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// What a peer has to read so that it need not hurry.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ReadingPace {
    /// How long what was written may be left unread.
    pub(crate) patience: Duration,
    /// Bytes that earn a second of patience again.
    pub(crate) bytes_per_second: f64,
}

/// A stream that fails when its peer reads too little of what is written to it.
///
/// A peer has some patience to use up, and earns more by what it takes: so one that reads a byte now
/// and then goes like one that reads nothing, and one that reads slowly but steadily stays.
pub(crate) struct UnreadGuard<S> {
    stream: S,
    pace: ReadingPace,
    left: Duration,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S> UnreadGuard<S> {
    /// The peer must read at this pace.
    pub(crate) fn new(stream: S, pace: ReadingPace) -> Self {
        Self { stream, pace, left: pace.patience, waiting: None }
    }

    /// Turns waiting into an error when it has lasted too long.
    fn within(&mut self, context: &mut Context, result: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = result {
            let waited = self.waiting.take().map_or(Duration::ZERO, |(since, _)| since.elapsed());
            let bytes = *result.as_ref().unwrap_or(&0) as f64;
            let earned = Duration::from_secs_f64(bytes / self.pace.bytes_per_second);
            self.left = (self.left.saturating_sub(waited) + earned).min(self.pace.patience);
            return Poll::Ready(result);
        }
        let left = self.left;
        let (_, waiting) = self.waiting.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the answer is not read")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for UnreadGuard<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context, buffer: &mut ReadBuf) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for UnreadGuard<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context, data: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, data);
        self.within(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        data: &[io::IoSlice],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, data);
        self.within(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        // Only writing waits for the peer.
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};

    use super::*;

    const PACE: ReadingPace = ReadingPace { patience: Duration::from_secs(15), bytes_per_second: 100.0 };

    /// Reads this many bytes whenever this much time has passed.
    async fn read_slowly(mut far: DuplexStream, bytes: usize, pause: Duration) {
        let mut read = vec![0; bytes];
        loop {
            sleep(pause).await;
            if far.read_exact(&mut read).await.is_err() {
                return;
            }
        }
    }

    async fn write_to(bytes: usize, pause: Duration) -> (io::Result<()>, Duration) {
        let (near, far) = tokio::io::duplex(1000);
        tokio::spawn(read_slowly(far, bytes, pause));
        let (mut guarded, began) = (UnreadGuard::new(near, PACE), Instant::now());
        let written = guarded.write_all(&vec![0; 50_000]).await;
        (written, began.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_not_read_ends_in_an_error() {
        let (near, _far) = tokio::io::duplex(4);
        let began = Instant::now();
        let error = UnreadGuard::new(near, PACE).write_all(b"abcdabcd").await.unwrap_err();
        assert_eq!((error.kind(), began.elapsed()), (io::ErrorKind::TimedOut, PACE.patience));
    }

    #[tokio::test(start_paused = true)]
    async fn a_byte_now_and_then_is_as_good_as_nothing() {
        for pause in [1, 5, 14] {
            let (written, took) = write_to(1, Duration::from_secs(pause)).await;
            assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
            assert!(took < Duration::from_secs(20), "{took:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_reads_slowly_but_steadily_gets_everything() {
        let (written, took) = write_to(1000, Duration::from_secs(9)).await;
        written.unwrap();
        assert!(took > Duration::from_secs(400), "{took:?}");
    }
}
