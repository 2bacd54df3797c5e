/** Prometheus metrics by name and labels, as they are written; undefined when they are not told in time. */
export async function readMetrics (url: string): Promise<Map<string, number> | undefined> {
  try {
    const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5000) })).text()
    return new Map(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))] as const
    }))
  } catch {
    return undefined
  }
}
