/**
 * Makes a count of something that is held for requests readable under its name; it is asked whenever the metrics are.
 */
export type CountHeld = (what: string, count: () => number) => void

/** For those who have no metrics. */
export const uncounted: CountHeld = () => {}
