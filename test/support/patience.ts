/** How long tests wait for a condition: for ever, as far as any machine is concerned; the limit only ends what hangs. */
export const patience = { timeout: 120_000, interval: 20 }
