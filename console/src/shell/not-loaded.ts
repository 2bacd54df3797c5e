import { base } from '../session/session.ts'

/** The part of the program for a place did not come: the server is away, or has another version by now. */
export class NotLoaded extends Error {}

/** For the parts of the router, which would load the page again by itself, also into nothing while the server is away. */
export function part<Exports> (load: () => Promise<Exports>): () => Promise<Exports> {
  return () => load().catch((cause: unknown) => { throw new NotLoaded('A part of the console did not load.', { cause }) })
}

/** Loads the page again, which knows the parts of the server's version, if the server answers. */
export async function reload (): Promise<void> {
  const answer = await fetch(base, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) location.reload()
}

const kept = 'timbre.reloaded'

/** The same without being asked, at most once a minute: an update of the server is over with that. */
export async function reloadOnce (): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(kept) ?? 0) < 60_000) return
  sessionStorage.setItem(kept, String(Date.now()))
  await reload()
}
