//! The computer's play beside the page: one worker that is asked one question at a time. Whoever asks anew, or needs no
//! answer any more, ends the worker and has another one when it is needed: nothing stops faster, and the search need not
//! listen while it runs. A worker that fails or keeps silent is replaced, and asked again.

pub mod question;

use std::cell::RefCell;
use std::time::Duration;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker is given up that is silent for so long past its time.
const SILENCE: Duration = Duration::from_secs(4);
/// How often a question is asked, in workers that fail, before it is left unanswered.
const TRIES: u32 = 3;

thread_local! {
    /// The one of this page: it outlives whatever part of the page asked.
    static THINKER: RefCell<Thinker> =
        const { RefCell::new(Thinker { worker: None, asked: None, workers: 0, asks: 0 }) };
}

struct Thinker {
    worker: Option<Running>,
    asked: Option<Asked>,
    /// Counts workers: what an earlier one still brings about is ignored.
    workers: u32,
    /// Counts how often something was asked.
    asks: u32,
}

struct Running {
    worker: Worker,
    ready: bool,
    _listen: Closure<dyn FnMut(Event)>,
    _fail: Closure<dyn FnMut(Event)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

struct Asked {
    question: String,
    within: Duration,
    told: Box<dyn FnOnce(String)>,
    tries: u32,
}

/// Has a worker ready for the first question.
pub fn warm() {
    change(|thinker| {
        if thinker.worker.is_none() {
            thinker.workers += 1;
            thinker.worker = start(thinker.workers);
        }
    });
}

/// Asks a question; `told` is given the answer, or nothing if there cannot be one. A question that is still open is
/// dropped.
pub fn ask(question: String, within: Duration, told: Box<dyn FnOnce(String)>) {
    stop();
    change(|thinker| thinker.asked = Some(Asked { question, within, told, tries: 0 }));
    send();
}

/// Drops the open question, if there is one.
pub fn stop() {
    change(|thinker| {
        if thinker.asked.take().is_some() {
            thinker.worker = None;
        }
    });
}

fn change<T>(change: impl FnOnce(&mut Thinker) -> T) -> T {
    THINKER.with_borrow_mut(change)
}

/// Sends the open question to the worker, once there is one that listens.
fn send() {
    warm();
    let sent = change(|thinker| {
        thinker.asks += 1;
        let asked = thinker.asked.as_ref()?;
        if let Some(running) = thinker.worker.as_ref().filter(|running| running.ready) {
            let _ = running.worker.post_message(&JsValue::from_str(&asked.question));
        }
        Some((thinker.workers, thinker.asks, asked.within))
    });
    if let Some((worker, ask, within)) = sent {
        let look = move || {
            if change(|thinker| thinker.asked.is_some() && thinker.asks == ask) {
                fail(worker);
            }
        };
        super::after(within + SILENCE, look);
    }
}

fn start(number: u32) -> Option<Running> {
    // The page names its program in its head; that name changes with every build, and the worker's with it.
    let program = super::find("link[rel=modulepreload]")?.get_attribute("href")?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&format!("/thinker.js?{program}"), &options).ok()?;
    let listen = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
        let said = event.unchecked_into::<MessageEvent>().data();
        hear(number, said.as_string().unwrap_or_default());
    });
    let failed = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
        // It is answered here; the console need not hear of it.
        event.prevent_default();
        fail(number);
    });
    worker.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    let program = js_sys::Array::of2(&JsValue::from_str(&program), &wasm_bindgen::module());
    worker.post_message(&program).ok()?;
    Some(Running { worker, ready: false, _listen: listen, _fail: failed })
}

/// What the worker with this number says: first of all that it listens.
fn hear(number: u32, text: String) {
    let told = change(|thinker| {
        let current = thinker.workers == number;
        let running = thinker.worker.as_mut().filter(|_| current)?;
        let listened = std::mem::replace(&mut running.ready, true);
        Some(thinker.asked.take_if(|_| listened))
    });
    match told {
        Some(Some(asked)) => (asked.told)(text),
        Some(None) => send(),
        None => {}
    }
}

/// The worker with this number has failed, or has been silent for too long.
fn fail(number: u32) {
    let failed = change(|thinker| {
        if thinker.workers != number {
            return None;
        }
        thinker.worker = None;
        let asked = thinker.asked.as_mut()?;
        asked.tries += 1;
        Some(thinker.asked.take_if(|asked| asked.tries >= TRIES))
    });
    match failed {
        Some(Some(asked)) => (asked.told)(String::new()),
        Some(None) => send(),
        None => {}
    }
}
