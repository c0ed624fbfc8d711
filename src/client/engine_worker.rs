//! Runs the engine in a web worker, which answers one question at a time. A new question, or none, ends the
//! busy worker and starts another when needed: nothing stops a search faster, and it need not poll for
//! messages (ADR 0021). A worker that fails or stays silent is replaced, and the question is sent again.

use std::cell::RefCell;
use std::time::Duration;

use engine_protocol::{Answer, Question};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::json;

/// A worker is given up when it is silent for so long beyond the time allowed for its question.
const SILENCE: Duration = Duration::from_secs(4);
/// How many workers a question is sent to, if they fail, before it is left unanswered.
const MAX_TRIES: u32 = 3;

thread_local! {
    /// The one engine of this page: it outlives the component that asked.
    static ENGINE: RefCell<Engine> = const { RefCell::new(Engine { worker: None, pending: None, workers: 0, tickets: 0, questions: 0, module: None }) };
}

struct Engine {
    worker: Option<RunningWorker>,
    pending: Option<Pending>,
    /// Counts the workers, so that messages of earlier ones are ignored.
    workers: u32,
    /// Counts the questions asked.
    tickets: u32,
    /// Counts the questions sent: one may be sent several times.
    questions: u32,
    /// The compiled WebAssembly module, from the first worker: later ones need neither fetch nor compile it.
    module: Option<JsValue>,
}

struct RunningWorker {
    worker: Worker,
    ready: bool,
    _on_message: Closure<dyn FnMut(Event)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// The callback for the answer; an answer without nodes means that the engine failed.
type OnAnswer = Box<dyn FnOnce(Answer)>;

/// A question that was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ticket(u32);

struct Pending {
    ticket: Ticket,
    question: String,
    within: Duration,
    on_answer: OnAnswer,
    tries: u32,
}

/// Starts a worker for the first question.
pub fn warm_up() {
    with_engine(|engine| {
        if engine.worker.is_none() {
            engine.workers += 1;
            engine.worker = start(engine.workers, engine.module.as_ref());
        }
    });
}

/// Asks a question. A question that is still open is dropped.
pub fn ask(question: &Question, on_answer: impl FnOnce(Answer) + 'static) -> Ticket {
    stop();
    let within = Duration::from_millis(question.millis.into());
    let question = serde_json::to_string(question).unwrap_or_default();
    let on_answer = Box::new(on_answer);
    let ticket = with_engine(|engine| {
        engine.tickets += 1;
        let ticket = Ticket(engine.tickets);
        engine.pending = Some(Pending { ticket, question, within, on_answer, tries: 0 });
        ticket
    });
    send_pending();
    ticket
}

/// Whether a question has neither been answered nor dropped.
pub fn is_open(ticket: Ticket) -> bool {
    with_engine(|engine| engine.pending.as_ref().is_some_and(|pending| pending.ticket == ticket))
}

/// Drops a question if it is still open.
pub fn drop_question(ticket: Ticket) {
    if is_open(ticket) {
        stop();
    }
}

/// Drops the open question, if there is one.
pub fn stop() {
    with_engine(|engine| {
        if engine.pending.take().is_some() {
            engine.worker = None;
        }
    });
}

fn with_engine<T>(change: impl FnOnce(&mut Engine) -> T) -> T {
    ENGINE.with_borrow_mut(change)
}

/// Sends the open question to the worker, as soon as one is ready.
fn send_pending() {
    warm_up();
    let sent = with_engine(|engine| {
        engine.questions += 1;
        let pending = engine.pending.as_ref()?;
        if let Some(running) = engine.worker.as_ref().filter(|running| running.ready) {
            let _ = running.worker.post_message(&JsValue::from_str(&pending.question));
        }
        Some((engine.workers, engine.questions, pending.within))
    });
    if let Some((worker, ask, within)) = sent {
        let check = move || {
            if with_engine(|engine| engine.pending.is_some() && engine.questions == ask) {
                replace_failed(worker);
            }
        };
        super::after(within + SILENCE, check);
    }
}

fn start(number: u32, module: Option<&JsValue>) -> Option<RunningWorker> {
    let script = super::find("meta[name=engine]")?.get_attribute("content")?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&script, &options).ok()?;
    let listen = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
        handle_message(number, event.unchecked_into::<MessageEvent>().data());
    });
    let failed = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
        // The failure is handled here; it need not appear on the console.
        event.prevent_default();
        replace_failed(number);
    });
    worker.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    worker.post_message(module.unwrap_or(&JsValue::NULL)).ok()?;
    Some(RunningWorker { worker, ready: false, _on_message: listen, _on_error: failed })
}

/// Handles a message of the worker with this number. The first message is its compiled module, which means
/// that it is ready.
fn handle_message(number: u32, data: JsValue) {
    let pending = with_engine(|engine| {
        let current = engine.workers == number;
        let running = engine.worker.as_mut().filter(|_| current)?;
        if !std::mem::replace(&mut running.ready, true) {
            engine.module = Some(data.clone());
            return Some(None);
        }
        Some(engine.pending.take())
    });
    match pending {
        Some(Some(pending)) => {
            let answer = data.as_string().and_then(|text| json::parse(&text));
            (pending.on_answer)(answer.unwrap_or_default());
        }
        Some(None) => send_pending(),
        None => {}
    }
}

/// Replaces the worker with this number, which has failed or has been silent for too long.
fn replace_failed(number: u32) {
    let failed = with_engine(|engine| {
        if engine.workers != number {
            return None;
        }
        engine.worker = None;
        let pending = engine.pending.as_mut()?;
        pending.tries += 1;
        Some(engine.pending.take_if(|pending| pending.tries >= MAX_TRIES))
    });
    match failed {
        Some(Some(pending)) => (pending.on_answer)(Answer::default()),
        Some(None) => send_pending(),
        None => {}
    }
}
