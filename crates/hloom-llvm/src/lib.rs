//! Loop IR to native code through LLVM.
