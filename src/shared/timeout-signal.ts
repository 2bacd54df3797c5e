/**
 * Aborts after so many milliseconds, as AbortSignal.timeout, but its timer holds it. Of the signals that it combines,
 * AbortSignal.any holds none: a timeout that nothing else holds is garbage, and once collected it never fires
 * (nodejs/node#57736).
 */
export function timeoutSignal (ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => { controller.abort(new DOMException('Out of time', 'TimeoutError')) }, ms).unref()
  return controller.signal
}
