import { useSyncExternalStore } from 'react'
import { createClient, TimbreError, type ResultOf } from '../../../clients/typescript/client.ts'
import { currentLanguage } from '../text/text.tsx'
import type { Claim } from '../text/claims.ts'
import { withSecondFactor } from './step-up.ts'

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
 * signing out ends all of them. A tab in which somebody is signed in belongs to that person at that company, also after
 * the session's end, until its reader changes that.
 */
const kept = 'timbre.session'
const tabs = new BroadcastChannel('timbre.session')
const listeners = new Set<() => void>()
let session = read()
let ended = session !== undefined && !isLive(session)
/** The session of another person or company, of which another tab told this one. */
let elsewhere: Session | undefined
/** Aborted when the session ends, or becomes another's: its requests end with it. */
let requests = new AbortController()
/** Whether this tab has just opened and taken its session from another tab. */
let isAdopted = false

type Word = { ask: true } | { session: Session | null }

tabs.addEventListener('message', ({ data }: MessageEvent<Word>) => {
  if ('ask' in data) {
    if (isLive(session) && !ended) tell(session)
  } else if (data.session === null) {
    keep(undefined)
  } else {
    hear(data.session)
  }
})
if (session === undefined) adopt()
else if (ended) tabs.postMessage({ ask: true } satisfies Word)

/** Asks the other tabs for their session. Where they have several, the reader says which, by signing in. */
function adopt (): void {
  isAdopted = true
  setTimeout(() => { isAdopted = false }, 1000)
  tabs.postMessage({ ask: true } satisfies Word)
}

function hear (other: Session): void {
  if (session === undefined) {
    keep(other)
  } else if (isSame(other, session)) {
    if (ended || other.expiresAt > session.expiresAt) keep(other)
  } else if (isAdopted) {
    keep(undefined)
    isAdopted = false
  } else {
    elsewhere = other
    notify()
  }
}

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

/** Whether two sessions are of the same person at the same company. */
function isSame (one: Session, other: Session): boolean {
  return one.me.user.id === other.me.user.id && one.me.tenant.tenantCode === other.me.tenant.tenantCode
}

function keep (next: Session | undefined): void {
  const isOver = session !== undefined && (next === undefined || !isSame(next, session))
  session = next
  ended = false
  elsewhere = undefined
  if (next) sessionStorage.setItem(kept, JSON.stringify(next))
  else sessionStorage.removeItem(kept)
  if (isOver) endRequests()
  notify()
}

function endRequests (): void {
  requests.abort(
    new TimbreError({ status: 401, code: 'UNAUTHENTICATED', errors: [], requestId: null, retryAfterSeconds: null })
  )
  requests = new AbortController()
}

function notify (): void {
  for (const listener of listeners) listener()
}

function tell (next: Session | null): void {
  tabs.postMessage({ session: next } satisfies Word)
}

/** The server does not accept the token any more: the page stays, and the password is asked for above it. */
function end (): void {
  if (ended || !session) return
  ended = true
  notify()
}

/** Resolves when the session has been renewed, or the tab belongs to nobody or to another any more. */
function endOfWait (): Promise<void> {
  return new Promise((resolve) => {
    const listener = () => {
      if (ended) return
      listeners.delete(listener)
      resolve()
    }
    listeners.add(listener)
  })
}

/**
 * A token with which to repeat a request that the server refused: of the same person at the same company, once the
 * password was given again. Undefined when the tab has become another's: a request belongs to its session.
 */
async function nextToken (caller: Session): Promise<string | undefined> {
  if (!ended && session?.token === caller.token) end()
  if (ended) await endOfWait()
  return session && isSame(session, caller) ? session.token : undefined
}

/** The path at which the console stands: `/console`, or below a path of a proxy. */
export const base = metaOf('console-path', '/console')

/** What the server says of itself in the page: see ConsoleFacts of the server. */
export const facts = JSON.parse(metaOf('console-facts', '{"version":"","registration":"closed","mail":false,"privateAddresses":false}')) as {
  version: string, registration: 'open' | 'closed', mail: boolean, privateAddresses: boolean
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
 * The API as the signed-in user. A call that meets the session's end waits until the same person has given the password
 * again, and is sent once more then. It ends when the tab becomes another person's or company's.
 */
export const timbre = createClient({
  baseUrl: apiUrl,
  token: () => session?.token,
  fetch: async (input, init) => {
    const { caller, signal } = callerOf(init?.signal)
    const headers = new Headers(init?.headers)
    const again = () => send(input, { ...init, headers, signal })
    const answer = await again()
    if (answer.status === 403) void noticeMissingClaim(answer.clone())
    const token = answer.status === 401 && caller ? await nextToken(caller) : undefined
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return withSecondFactor(String(input instanceof Request ? input.url : input), token === undefined ? answer : await again(), signal, {
      read: (one) => ({ status: one.status, errorCode: () => errorCodeOf(one.clone()) }),
      repeat: (code) => {
        if (code !== undefined) headers.set('x-second-factor', code)
        return again()
      }
    })
  }
})

/** In whose name a request is made, and the signal with which it ends. */
function callerOf (signal?: AbortSignal | null): { caller: Session | undefined, signal: AbortSignal } {
  return { caller: session, signal: signal ? AbortSignal.any([signal, requests.signal]) : requests.signal }
}

/** For requests that fetch cannot make (session/upload.ts): the same. */
export function uploader (signal: AbortSignal) {
  const { caller, signal: ends } = callerOf(signal)
  return { token: caller?.token, signal: ends, nextToken: async () => caller && await nextToken(caller) }
}

/** Rights were taken away meanwhile: what is drawn follows them. */
async function noticeMissingClaim (answer: Response): Promise<void> {
  const errorCode = await errorCodeOf(answer)
  if (errorCode === 'CLAIM_MISSING' || errorCode === 'SECOND_FACTOR_SETUP_REQUIRED') await refreshMe()
}

async function errorCodeOf (answer: Response): Promise<string | undefined> {
  return (await answer.json().catch(() => ({})) as { errorCode?: string }).errorCode
}

let refreshing: Promise<void> | undefined

/** Asks again who is signed in, with which claims: after a change of roles, of the company, of the own name. */
export function refreshMe (): Promise<void> {
  refreshing ??= timbre.get('/api/Auth/Me')
    .then((me) => { if (session && isSame({ ...session, me }, session)) keep({ ...session, me }) })
    .catch(() => {})
    .finally(() => { refreshing = undefined })
  return refreshing
}

export interface Credentials { email: string, password: string, tenantCode?: string | undefined, code?: string | undefined }

/**
 * Throws TimbreError; 409 TENANT_REQUIRED where the person has several companies and named none, 403
 * SECOND_FACTOR_REQUIRED where a code is missing.
 */
export async function signIn ({ email, password, tenantCode, code }: Credentials): Promise<void> {
  const { accessToken } = await anonymous.post('/api/Auth/Login', {
    body: { email, password, ...(tenantCode ? { tenantCode } : {}), ...(code ? { code } : {}) }
  })
  const next = await sessionOf(accessToken)
  keep(next)
  tell(next)
}

/** Whether a sign-in is to be repeated with a code of the second factor. */
export function isCodeWanted (error: unknown): boolean {
  return error instanceof TimbreError && error.code === 'SECOND_FACTOR_REQUIRED'
}

/** Gives this tab the session of another tab, with all that waited here dropped. */
export function followElsewhere (): void {
  if (!elsewhere) return
  sessionStorage.setItem(kept, JSON.stringify(elsewhere))
  location.assign(base)
}

async function sessionOf (token: string): Promise<Session> {
  const expiresAt = Date.now() + lifetimeOf(token)
  return { token, expiresAt, me: await createClient({ baseUrl: apiUrl, token, fetch: send }).get('/api/Auth/Me') }
}

/** From the token itself, so that a wrong clock in this browser ends no session. */
function lifetimeOf (token: string): number {
  const { exp, iat } = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as {
    exp: number, iat: number
  }
  return (exp - iat) * 1000
}

/** Signs out here at once, whether or not the server can be told that the token has ended. */
export function signOut (): void {
  const headers = { authorization: `Bearer ${session?.token ?? ''}` }
  if (session) send(`${apiUrl}/api/Auth/Logout`, { method: 'POST', headers, keepalive: true, redirect: 'manual' }).catch(() => {})
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
    const next = await sessionOf(accessToken)
    // Signed out meanwhile, or somebody else signed in.
    if (session?.token !== token) return
    keep(next)
    tell(next)
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

/** Another person or company for which somebody signed in, in another tab of this browser. */
export function useElsewhere (): Me | undefined {
  return useSyncExternalStore(subscribe, () => elsewhere)?.me
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
