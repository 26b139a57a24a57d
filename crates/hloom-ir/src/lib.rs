//! Hloom's graph IR: the op table, types, builder, inference, verification, printer.
