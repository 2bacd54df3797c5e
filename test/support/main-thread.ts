/**
 * Notes the most processor time that passed while the main thread ran no timer. A machine that is busy elsewhere lets a
 * thread wait, too, but uses no processor for it.
 */
export function watchMainThread () {
  const usedMs = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  let [longest, last] = [0, usedMs()]
  const look = (): void => {
    longest = Math.max(longest, usedMs() - last)
    last = usedMs()
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
