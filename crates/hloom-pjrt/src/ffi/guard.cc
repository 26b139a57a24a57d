// Calls a handler and catches what it throws, which Rust cannot: XLA answers C++ exceptions of handlers with errors, too.

#include <cstddef>
#include <cstdio>
#include <exception>

// Sets `error` to what the handler returned: 1. If it threw: the exception's text, cut to `capacity` bytes with the final
// zero, and 0.
extern "C" int hloom_call_handler(void *(*handler)(void *), void *frame, void **error, char *text,
                                  std::size_t capacity) noexcept {
  try {
    *error = handler(frame);
    return 1;
  } catch (const std::exception &e) {
    std::snprintf(text, capacity, "%s", e.what());
  } catch (...) {
    std::snprintf(text, capacity, "an exception that is no std::exception");
  }
  return 0;
}
