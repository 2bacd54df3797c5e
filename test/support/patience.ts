/** How long tests wait for a condition: long enough for any machine, for the limit only ends what hangs. */
export const patience = { timeout: 300_000, interval: 20 }
