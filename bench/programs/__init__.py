"""Whole small programs as people write them, for survey.py."""
from . import channels_first, dynamic, few_elements, gradients, images, indexing, learning, models, narrow_rows, narrow_types, physics, places, recurrent, sampling, series, small, small_matrices, sorts, stencils, steps, updates

# `small` is apart: survey.py lowers it with types of 64 bits.
PARTS = (sampling, physics, dynamic, learning, images, series, updates, small_matrices, gradients, indexing, narrow_types, models, steps, recurrent, stencils, sorts, narrow_rows, channels_first, few_elements, places)


def cases(add, n, ints):
    """Calls `add(name, function, arguments…)`; `n(shape…, sc=)` makes normal F32, `ints(low, high, shape…)` integers."""
    for part in PARTS:
        part.cases(add, n, ints)
