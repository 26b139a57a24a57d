//! The runtime: devices, buffers, threads, loader.
