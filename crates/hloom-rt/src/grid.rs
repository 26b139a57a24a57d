//! Processes that execute one program together: each is an execution of its own, on a thread of its own.

/// The processes of one run.
#[derive(Debug)]
pub struct Grid {
    /// Replicas.
    pub replicas: u32,
    /// Partitions of each replica.
    pub partitions: u32,
}

impl Grid {
    /// A grid of `replicas` × `partitions` processes, for one execution of each.
    pub fn new(replicas: u32, partitions: u32) -> Grid {
        Grid { replicas, partitions }
    }
}
