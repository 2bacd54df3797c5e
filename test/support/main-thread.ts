/** Notes the longest time for which the main thread ran no timer. */
export function watchMainThread () {
  let [longest, last] = [0, performance.now()]
  const look = (): void => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(look, 20)
  return {
    longestMs (): number {
      look()
      clearInterval(timer)
      return longest
    }
  }
}
