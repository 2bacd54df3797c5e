import { resolve } from 'node:path'

/** The folder of what a run has built, which ends with the run. */
export const buildFolder = (run: string): string => resolve('dist/test', run)
