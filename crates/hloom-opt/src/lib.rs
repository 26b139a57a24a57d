//! Optimiser: one-line rules, constant folding, CSE, DCE, inlining.
