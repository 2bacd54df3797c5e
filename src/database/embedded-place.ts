import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where root keeps what PostgreSQL's account must reach when it may not enter the checkout or the given directory. */
export const sharedHome = '/var/lib/timbre'

/** Where the embedded database of a DATA_DIR is meant to lie. */
export function wantedPlace (dataDir: string): string {
  return join(resolve(dataDir), 'postgres')
}

/**
 * Where it lies instead when its account has no access to that place, as below /root. The name follows from the wanted
 * place, so that the data is found again.
 */
export function replacementOf (wanted: string, home = sharedHome): string {
  return join(home, createHash('sha256').update(wanted).digest('hex').slice(0, 12))
}

/** In a replacement: the place that was wanted, for the operator who finds the replacement years later. */
export function wantedPlaceFile (replacement: string): string {
  return join(replacement, 'wanted-place')
}

/** The embedded database that an earlier start made for this DATA_DIR; undefined before the first start. */
export function existingDatabase (dataDir: string, home = sharedHome): string | undefined {
  const wanted = wantedPlace(dataDir)
  return [wanted, replacementOf(wanted, home)].map((place) => join(place, 'data')).find((place) => existsSync(place))
}
