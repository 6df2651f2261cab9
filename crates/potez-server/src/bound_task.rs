//! A task that ends with whoever has started it.

use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::task::{JoinError, JoinHandle};

/// A task that is called off when nobody holds it any more, and leaves nothing behind.
pub(crate) struct BoundTask<T>(JoinHandle<T>);

impl<T: Send + 'static> BoundTask<T> {
    pub(crate) fn spawn(task: impl Future<Output = T> + Send + 'static) -> Self {
        Self(tokio::spawn(task))
    }
}

impl<T> Future for BoundTask<T> {
    type Output = Result<T, JoinError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context)
    }
}

impl<T> Drop for BoundTask<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
