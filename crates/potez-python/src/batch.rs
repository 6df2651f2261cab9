//! Many games at once, as Python holds them: everything is done without the interpreter's lock.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{Element, PyArray1, PyArrayMethods as _, PyReadwriteArray1};
use potez_table::Batch;
use pyo3::prelude::*;

use crate::errors::{raise, wrong};

/// Many games of the same rules.
#[pyclass(name = "NativeBatch", module = "potez._potez", frozen)]
pub(crate) struct PyBatch {
    batch: Mutex<Box<dyn Batch>>,
}

impl PyBatch {
    pub(crate) fn new(batch: Box<dyn Batch>) -> Self {
        Self { batch: Mutex::new(batch) }
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn Batch>> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the games write into an array that has room for `each` numbers of every game.
    fn write<T: Element + Send>(
        &self,
        py: Python<'_>,
        array: &mut PyReadwriteArray1<'_, T>,
        each: impl Fn(&dyn Batch) -> usize,
        write: impl Fn(&mut dyn Batch, &mut [T]) + Send + Sync,
    ) -> PyResult<()> {
        let list = array.as_slice_mut()?;
        let room = {
            let batch = self.lock();
            batch.games() * each(batch.as_ref())
        };
        if list.len() != room {
            return Err(wrong(py, &format!("an array of {room} numbers is needed, this one has {}", list.len())));
        }
        py.detach(|| write(self.lock().as_mut(), list));
        Ok(())
    }
}

#[pymethods]
impl PyBatch {
    fn games(&self) -> usize {
        self.lock().games()
    }

    fn reset(&self) {
        self.lock().reset();
    }

    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyArray1<i64>>,
        mut returns: PyReadwriteArray1<'_, f32>,
        mut ended: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let actions = actions.try_readonly()?;
        let (actions, returns, ended) = (actions.as_slice()?, returns.as_slice_mut()?, ended.as_slice_mut()?);
        let games = self.games();
        if actions.len() != games || returns.len() != 2 * games || ended.len() != games {
            return Err(wrong(py, &format!("{games} actions are needed, one per game; here are {}", actions.len())));
        }
        py.detach(|| self.lock().step(actions, returns, ended)).map_err(|error| {
            let mut message = error.message.clone();
            message.english = error.to_string();
            raise(py, &message)
        })
    }

    fn players(&self, py: Python<'_>, mut players: PyReadwriteArray1<'_, i8>) -> PyResult<()> {
        self.write(py, &mut players, |_| 1, |batch, list| batch.players(list))
    }

    fn masks(&self, py: Python<'_>, mut masks: PyReadwriteArray1<'_, bool>) -> PyResult<()> {
        self.write(py, &mut masks, |batch| batch.action_count(), |batch, list| batch.masks(list))
    }

    fn observations(&self, py: Python<'_>, mut planes: PyReadwriteArray1<'_, f32>) -> PyResult<()> {
        let each = |batch: &dyn Batch| batch.observation_shape().iter().product();
        self.write(py, &mut planes, each, |batch, list| batch.observations(list))
    }

    fn random_actions(&self, py: Python<'_>, mut actions: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        self.write(py, &mut actions, |_| 1, |batch, list| batch.random_actions(list))
    }

    fn positions(&self) -> Vec<String> {
        self.lock().positions()
    }
}
