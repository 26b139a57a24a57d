//! Kernels, nests (schedules) and the loop IR.
