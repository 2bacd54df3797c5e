/** The day of the last security fixes, by major version: https://github.com/nodejs/Release (schedule.json). */
const lastFixes: Readonly<Record<number, string>> = {
  20: '2026-04-30', 21: '2024-06-01', 22: '2027-04-30', 23: '2025-06-01', 24: '2028-04-30', 25: '2026-06-01'
}

/** Since when (YYYY-MM-DD) this Node.js has had no security fixes; undefined while it has them, or if unknown. */
export function withoutFixesSince (version: string, now: Date): string | undefined {
  const day = lastFixes[Number.parseInt(version)]
  return day !== undefined && now.toISOString().slice(0, 10) > day ? day : undefined
}
