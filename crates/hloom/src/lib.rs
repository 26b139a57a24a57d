//! Façade: compile a module into an executable.
