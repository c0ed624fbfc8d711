//! The reactive memo: a value computed from signals, which notifies its readers only when it has changed.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use leptos::prelude::{Get, GetUntracked, Memo as AnyMemo, With};

/// A reactive memo. A copy is the same one.
///
/// Leptos' own memo is compiled anew for each type of value, with its graph, its lock and its arena: 2 kB of
/// WebAssembly each time. Here all values share one, which holds them behind a pointer; this wrapper restores
/// the type.
pub struct Memo<T>(AnyMemo<Erased>, PhantomData<fn() -> T>);

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Memo<T> {}

/// A value whose type only its memo knows.
#[derive(Clone)]
struct Erased {
    value: Arc<dyn Any + Send + Sync>,
    same: fn(&dyn Any, &dyn Any) -> bool,
}

impl PartialEq for Erased {
    fn eq(&self, other: &Self) -> bool {
        (self.same)(&*self.value, &*other.value)
    }
}

/// Creates a reactive memo.
pub fn memo<T: PartialEq + Send + Sync + 'static>(
    compute: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    Memo(erased(Box::new(move || Erased { value: Arc::new(compute()), same: same::<T> })), PhantomData)
}

/// Whether both are values of this type, and equal.
fn same<T: PartialEq + 'static>(one: &dyn Any, other: &dyn Any) -> bool {
    let (one, other) = (one.downcast_ref::<T>(), other.downcast_ref::<T>());
    one.is_some() && one == other
}

#[inline(never)]
fn erased(compute: Box<dyn Fn() -> Erased + Send + Sync>) -> AnyMemo<Erased> {
    AnyMemo::new(move |_| compute())
}

impl<T: Clone + 'static> Memo<T> {
    /// The value; the caller is notified of changes.
    pub fn get(&self) -> T {
        typed(self.0.get())
    }

    /// The value, without tracking.
    pub fn get_untracked(&self) -> T {
        typed(self.0.get_untracked())
    }

    /// Notifies the caller of changes without copying the value. It reads the memo, because one that nobody
    /// reads is never computed and notifies nobody.
    pub fn track(&self) {
        self.0.with(|_| ());
    }

    /// The value, without tracking; `None` after its part of the page has been disposed of.
    pub fn try_get_untracked(&self) -> Option<T> {
        self.0.try_get_untracked().map(typed)
    }
}

fn typed<T: Clone + 'static>(erased: Erased) -> T {
    match erased.value.downcast_ref::<T>() {
        Some(value) => value.clone(),
        // `memo` has put a value of this very type there.
        None => unreachable!(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leptos::prelude::{Owner, RwSignal, Set};

    #[test]
    fn a_memo_notifies_of_a_new_value_but_not_of_an_equal_one() {
        let owner = Owner::new();
        owner.set();
        let number = RwSignal::new(1);
        let parity = memo(move || number.get() % 2);
        let reads = Arc::new(std::sync::atomic::AtomicU32::new(0));
        let counted = Arc::clone(&reads);
        let text = memo(move || {
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            format!("{}", parity.get())
        });
        for (value, expected, computed) in [(1, "1", 1), (3, "1", 1), (4, "0", 2)] {
            number.set(value);
            assert_eq!(text.get_untracked(), expected);
            assert_eq!(reads.load(std::sync::atomic::Ordering::Relaxed), computed, "{value}");
        }
    }
}
