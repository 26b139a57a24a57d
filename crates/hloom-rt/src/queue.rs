//! Work in the background: executions that nobody waits for yet.
//!
//! Threads start with the first task and sleep when there is none. A task must not wait for another one: who has to wait
//! pushes the task when it can run. In the child of a fork there are no threads ([`Queue::is_alive`]).

use crate::{fork, sys};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Something to do.
pub type Task = Box<dyn FnOnce() + Send>;

/// Tasks that may be announced and not done at a time; more of them wait, so that a caller who runs ahead does not fill
/// the memory with results that nobody has computed.
const MOST_UNFINISHED: usize = 32;

/// Tasks and the threads that run them.
pub struct Queue {
    shared: Arc<Shared>,
    most_threads: usize,
    generation: u32,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// There is a task, or the end has come.
    work: Condvar,
    /// A task is done.
    room: Condvar,
}

#[derive(Default)]
struct State {
    tasks: VecDeque<Task>,
    threads: usize,
    idle: usize,
    unfinished: usize,
    closed: bool,
}

impl Queue {
    /// A queue with that many threads at most.
    pub fn new(most_threads: usize) -> Queue {
        fork::install_handlers();
        Queue { shared: Arc::default(), most_threads: most_threads.max(1), generation: fork::generation() }
    }

    /// False in the child of a fork, where no task would ever run.
    pub fn is_alive(&self) -> bool {
        self.generation == fork::generation()
    }

    /// Announces a task; waits while too many are not done.
    pub fn announce(&self) -> Ticket {
        let mut state = self.shared.lock();
        while state.unfinished >= MOST_UNFINISHED {
            state = self.shared.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.unfinished += 1;
        Ticket { shared: self.shared.clone(), most_threads: self.most_threads }
    }
}

/// The right to push one task, from any thread; a ticket that is dropped takes the announcement back.
pub struct Ticket {
    shared: Arc<Shared>,
    most_threads: usize,
}

impl Ticket {
    /// Gives the task to the threads; where there are none the caller does the work.
    pub fn push(self, task: Task) {
        self.try_push(task).unwrap_or_else(run);
    }

    /// Gives the task to the threads, in the order of pushes.
    ///
    /// # Errors
    /// The task, if there is no thread and none can be started.
    pub fn try_push(self, task: Task) -> Result<(), Task> {
        // Counted as unfinished until the ticket goes, which is after the task.
        let shared = self.shared.clone();
        let most = self.most_threads;
        let task: Task = Box::new(move || {
            let _ticket = self;
            task();
        });
        let mut state = shared.lock();
        if state.idle < state.tasks.len() + 1 && state.threads < most {
            // With the lock held: nobody may count on a thread that does not come.
            let theirs = shared.clone();
            match std::thread::Builder::new().name("hloom-queue".into()).spawn(move || theirs.serve()) {
                Ok(_) => state.threads += 1,
                Err(_) if state.threads == 0 => {
                    drop(state);
                    return Err(task);
                }
                Err(_) => {}
            }
        }
        state.tasks.push_back(task);
        drop(state);
        shared.work.notify_one();
        Ok(())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.shared.lock().unfinished -= 1;
        self.shared.room.notify_one();
    }
}

/// A panic is the task's own affair; the thread goes on.
fn run(task: Task) {
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(task));
}

impl Drop for Queue {
    fn drop(&mut self) {
        // A child of a fork has no threads to tell, and perhaps a lock that nobody will release.
        if self.is_alive() {
            self.shared.lock().closed = true;
            self.shared.work.notify_all();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Tasks run outside the lock; nothing panics inside.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does until the queue is gone and empty.
    fn serve(&self) {
        sys::block_signals();
        let mut state = self.lock();
        loop {
            if let Some(task) = state.tasks.pop_front() {
                drop(state);
                run(task);
                state = self.lock();
            } else if state.closed {
                return;
            } else {
                state.idle += 1;
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    #[test]
    fn tasks_run_and_room_is_found() {
        let (queue, done) = (Queue::new(2), Arc::new(AtomicUsize::new(0)));
        for _ in 0..4 * MOST_UNFINISHED {
            let done = done.clone();
            queue.announce().push(Box::new(move || {
                done.fetch_add(1, Ordering::SeqCst);
            }));
        }
        let (say, heard) = mpsc::channel();
        drop(queue.announce());
        queue.announce().push(Box::new(move || panic!("a task that panics")));
        queue.announce().push(Box::new(move || say.send(()).expect("somebody listens")));
        heard.recv().expect("the last task runs");
        while done.load(Ordering::SeqCst) < 4 * MOST_UNFINISHED {
            std::thread::yield_now();
        }
    }
}
