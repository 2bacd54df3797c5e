import { useSyncExternalStore } from 'react'
import { createClient, TimbreError, type ResultOf } from '../../../clients/typescript/client.ts'
import { currentLanguage } from '../text/text.tsx'
import type { Claim } from '../text/claims.ts'

export { TimbreError }
export type Me = ResultOf<'/api/Auth/Me', 'get'>

export interface Session {
  token: string
  /** By this browser's clock, which may differ from the server's: milliseconds since 1970. */
  expiresAt: number
  me: Me
}

/*
 * The token lives in this tab (sessionStorage) and travels in a header: there is no cookie with which a request could
 * be forged. Tabs of the same person hand it to one another, so that a link opens in a new tab without a sign-in, and
 * signing out ends all of them.
 */
const kept = 'timbre.session'
const tabs = new BroadcastChannel('timbre.session')
const listeners = new Set<() => void>()
let session = read()
let ended = session !== undefined && !isLive(session)

type Word = { ask: true } | { session: Session | null }

tabs.addEventListener('message', ({ data }: MessageEvent<Word>) => {
  if ('ask' in data) {
    if (isLive(session)) tell(session)
  } else if (data.session === null) {
    keep(undefined)
  } else if (!isLive(session) || isNewer(data.session, session)) {
    keep(data.session)
  }
})
if (!isLive(session)) tabs.postMessage({ ask: true } satisfies Word)

function read (): Session | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(kept) ?? 'null') as Session | null) ?? undefined
  } catch {
    return undefined
  }
}

function isLive (candidate: Session | undefined): candidate is Session {
  return candidate !== undefined && candidate.expiresAt > Date.now()
}

/** Of the same person and company: another one signed in elsewhere does not change this tab. */
function isNewer (candidate: Session, current: Session): boolean {
  return candidate.expiresAt > current.expiresAt && candidate.me.user.id === current.me.user.id &&
    candidate.me.tenant.tenantCode === current.me.tenant.tenantCode
}

function keep (next: Session | undefined): void {
  session = next
  ended = false
  if (next) sessionStorage.setItem(kept, JSON.stringify(next))
  else sessionStorage.removeItem(kept)
  for (const listener of listeners) listener()
}

function tell (next: Session | null): void {
  tabs.postMessage({ session: next } satisfies Word)
}

/** The server does not accept the token any more: the page stays, and the password is asked for above it. */
function end (): void {
  if (ended || !session) return
  ended = true
  for (const listener of listeners) listener()
}

/** Resolves with whether somebody signed in again. */
function signedInAgain (): Promise<boolean> {
  return new Promise((resolve) => {
    const listener = () => {
      if (ended) return
      listeners.delete(listener)
      resolve(session !== undefined)
    }
    listeners.add(listener)
  })
}

/** The path at which the console stands: `/console`, or below a path of a proxy. */
export const base = metaOf('console-path', '/console')

/** What the server says of itself in the page: see ConsoleFacts of the server. */
export const facts = JSON.parse(metaOf('console-facts', '{"version":"","registration":"closed","mail":false}')) as {
  version: string, registration: 'open' | 'closed', mail: boolean
}

function metaOf (name: string, otherwise: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''
  return content === '' || content.startsWith('__') ? otherwise : content
}

/** Where the API is: beside the console. */
export const apiUrl = new URL(`${base}/..`, location.origin).href.replace(/\/$/, '')

async function send (input: Request | URL | string, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set('accept-language', currentLanguage())
  return fetch(input, { ...init, headers })
}

/** For what needs no sign-in. */
export const anonymous = createClient({ baseUrl: apiUrl, fetch: send })

/**
 * The API as the signed-in user. A call that meets the session's end waits until the password was given again, and is
 * sent once more then: whatever was in progress goes on.
 */
export const timbre = createClient({
  baseUrl: apiUrl,
  token: () => session?.token,
  fetch: async (input, init) => {
    const answer = await send(input, init)
    if (answer.status === 403) void noticeMissingClaim(answer.clone())
    if (answer.status !== 401 || !session) return answer
    end()
    if (!await signedInAgain()) return answer
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${session.token}`)
    return send(input, { ...init, headers })
  }
})

/** For requests that fetch cannot make (session/upload.ts): the token, and another one after the session's end. */
export async function freshToken (refused?: string): Promise<string | undefined> {
  if (refused === undefined || refused !== session?.token) return session?.token
  end()
  return await signedInAgain() ? session?.token : undefined
}

/** Rights were taken away meanwhile: what is drawn follows them. */
async function noticeMissingClaim (answer: Response): Promise<void> {
  const { errorCode } = await answer.json().catch(() => ({})) as { errorCode?: string }
  if (errorCode === 'CLAIM_MISSING') await refreshMe()
}

let refreshing: Promise<void> | undefined

/** Asks again who is signed in, with which claims: after a change of roles, of the company, of the own name. */
export function refreshMe (): Promise<void> {
  refreshing ??= timbre.get('/api/Auth/Me')
    .then((me) => { if (session) keep({ ...session, me }) })
    .catch(() => {})
    .finally(() => { refreshing = undefined })
  return refreshing
}

export interface Credentials { email: string, password: string, tenantCode?: string | undefined }

/** Throws TimbreError; 409 TENANT_REQUIRED where the person has several companies and named none. */
export async function signIn ({ email, password, tenantCode }: Credentials): Promise<void> {
  const { accessToken } = await anonymous.post('/api/Auth/Login', {
    body: { email, password, ...(tenantCode ? { tenantCode } : {}) }
  })
  await take(accessToken)
}

async function take (token: string): Promise<void> {
  const expiresAt = Date.now() + lifetimeOf(token)
  const me = await createClient({ baseUrl: apiUrl, token, fetch: send }).get('/api/Auth/Me')
  keep({ token, expiresAt, me })
  tell(session!)
}

/** From the token itself, so that a wrong clock in this browser ends no session. */
function lifetimeOf (token: string): number {
  const { exp, iat } = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as {
    exp: number, iat: number
  }
  return (exp - iat) * 1000
}

export function signOut (): void {
  keep(undefined)
  tell(null)
}

const beforeTheEnd = 120_000
const everyNowAndThen = 15_000
let workedAt = Date.now()
for (const sign of ['pointerdown', 'keydown', 'visibilitychange'] as const) {
  document.addEventListener(sign, () => { workedAt = Date.now() }, { passive: true, capture: true })
}

/** While the reader works, the token is renewed in time; without work, the password is asked for before it ends. */
async function watchTheEnd (): Promise<void> {
  if (!session || ended) return
  const left = session.expiresAt - Date.now()
  const lifetime = lifetimeOf(session.token)
  const worksHere = Date.now() - workedAt < lifetime / 3
  if (left < lifetime / 2 && worksHere && document.visibilityState === 'visible') await renew()
  else if (left < beforeTheEnd) end()
}

async function renew (): Promise<void> {
  const { token } = session!
  try {
    const { accessToken } = await createClient({ baseUrl: apiUrl, token, fetch: send }).post('/api/Auth/Renew')
    await take(accessToken)
  } catch (error) {
    // Twelve hours after the password, or once the user's rights changed; a lost connection is tried again.
    if (error instanceof TimbreError && (error.status === 401 || error.status === 403)) end()
  }
}
setInterval(() => { void watchTheEnd() }, everyNowAndThen)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => { listeners.delete(listener) }
}

export function useSession (): Session | undefined {
  return useSyncExternalStore(subscribe, () => session)
}

export function useSessionEnded (): boolean {
  return useSyncExternalStore(subscribe, () => ended)
}

/** Who is signed in. Only within the signed-in part of the console. */
export function useMe (): Me {
  const me = useSession()?.me
  if (!me) throw new Error('Nobody is signed in.')
  return me
}

/** Whether the person who is signed in has the claim now: for what is asked before anything is drawn. */
export function isAllowed (claim: Claim): boolean {
  return isLive(session) && session.me.claims.includes(claim)
}

/** `const can = useCan()`, then `can('Folio.Manage')`. Hiding what a person may not do is a kindness; the server decides. */
export function useCan (): (claim: Claim) => boolean {
  const claims = useSession()?.me.claims ?? []
  return (claim) => claims.includes(claim)
}
