import { base } from '../session/session.ts'

/** What the link of a mail holds. It stands behind the #, which browsers send to no server. */
export interface Arrival {
  page: 'reset-password' | 'confirm-email' | 'forgot-password'
  email: string
  /** Empty where the link was cut. */
  token: string
  isInvitation: boolean
  /** The company that invites: its name, and its code for the sign-in. */
  company: string | undefined
  tenantCode: string | undefined
}

/** What the address of this page brings, if it is one that mails link to; the token is taken out of it at once. */
export function arrival (): Arrival | undefined {
  const [, page] = /^\/(reset-password|confirm-email|forgot-password)\/?$/.exec(location.pathname.slice(base.length)) ?? []
  if (page === undefined) return undefined
  const parts = new URLSearchParams(location.hash.slice(1))
  history.replaceState(null, '', location.pathname)
  return {
    page: page as Arrival['page'], email: parts.get('email') ?? '', token: parts.get('token') ?? '', isInvitation: parts.has('invitation'),
    company: parts.get('company') ?? undefined, tenantCode: parts.get('tenant') ?? undefined
  }
}
