import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Frees at once what nothing holds. */
export const collectGarbage = runInNewContext('gc') as () => void
