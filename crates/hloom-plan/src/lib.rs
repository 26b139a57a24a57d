//! Fusion into kernels, layouts, memory plan, command program.
