//! A queue in a file: the list of its elements, the oldest first.

use heapless::Deque;
use serde::{Deserialize, Serialize};

use super::Fifo;

#[derive(Serialize, Deserialize)]
#[serde(rename = "Fifo")]
pub(super) struct Elements<T, const N: usize>(Deque<T, N>);

impl<T: Copy + Default, const N: usize> From<Fifo<T, N>> for Elements<T, N> {
    fn from(fifo: Fifo<T, N>) -> Self {
        let mut elements = Deque::new();
        for element in fifo.iter() {
            // Cannot fail: the queue has no more elements.
            let _ = elements.push_back(*element);
        }
        Self(elements)
    }
}

impl<T: Copy + Default, const N: usize> From<Elements<T, N>> for Fifo<T, N> {
    fn from(Elements(elements): Elements<T, N>) -> Self {
        let mut fifo = Self::new();
        for element in elements {
            // Cannot fail: the list has no more elements than places.
            let _ = fifo.push(element);
        }
        fifo
    }
}
