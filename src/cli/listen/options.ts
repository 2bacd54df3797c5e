import type { ClientSettings } from '../../program/config/config.ts'
import { newSecret, readSecret, secretText } from '../../services/notifications/signing.ts'
import { exitCodes, UsageError, type Language, type Options, type ValuesOf } from '../command.ts'
import { readLanguage, readSession, readUrl, signInOptions, type SignIn } from '../sign-in.ts'
import { textsIn } from './texts.ts'

export interface Listening {
  url: URL
  signIn: SignIn
  language: Language
  /** Where each message is posted. */
  forward: URL
  secret: Buffer
  /** The secret to show: of a person who gave none. */
  madeSecret: string | undefined
  /** From which moment on; from now on if omitted. */
  since: string | undefined
}

export const listenUsage = [
  { en: '--forward URL [options]', es: '--forward URL [opciones]' }
] as const

export const listenSummary = {
  en: 'Forward a tenant\'s notifications to a program on this machine',
  es: 'Reenvía las notificaciones de una empresa a un programa de esta máquina'
}

export const listenDescription = {
  en: `For development: your program needs no address on the internet. Each message is posted as Timbre posts it, with the
same body and id, and signed. What Timbre sends to the tenant's own address does not change.
A client of the HTTP API: it needs the address of a server and a user who may see notifications (Notification.Read).`,
  es: `Para el desarrollo: su programa no necesita una dirección en internet. Cada mensaje se envía como lo envía Timbre, con
el mismo cuerpo e id, y firmado. Lo que Timbre envía a la dirección de la empresa no cambia.
Es un cliente de la API HTTP: necesita la dirección de un servidor y un usuario que pueda ver las notificaciones
(Notification.Read).`
}

export const listenOptions = {
  forward: {
    type: 'string', value: 'URL',
    description: {
      en: 'where to post each message, such as http://localhost:3000/hook',
      es: 'adónde se envía cada mensaje, como http://localhost:3000/hook'
    }
  },
  secret: {
    type: 'string', value: 'SECRET',
    description: {
      en: 'sign with this whsec_…; TIMBRE_WEBHOOK_SECRET, or a new one that is shown, if omitted',
      es: 'firma con este whsec_…; por omisión, TIMBRE_WEBHOOK_SECRET, o uno nuevo que se muestra'
    }
  },
  since: {
    type: 'string', value: 'TIME',
    description: {
      en: 'forward also messages of a past day or moment on, such as 2026-11-20T13:00:00Z',
      es: 'reenvía también los mensajes desde un día o momento pasado, como 2026-11-20T13:00:00Z'
    }
  },
  ...signInOptions
} as const satisfies Options

export const listenEnds = {
  [exitCodes.done]: { en: 'Ended with Ctrl-C.', es: 'Terminado con Ctrl-C.' }
}

export type ListenValues = ValuesOf<typeof listenOptions>

/** Throws UsageError. */
export function readListening (values: ListenValues, settings: ClientSettings): Listening {
  const texts = textsIn(readLanguage(values, settings))
  if (values.forward === undefined) throw new UsageError(texts.noForward)
  const session = readSession(values, settings)
  const given = values.secret ?? settings.webhookSecret
  const secret = given === undefined ? newSecret() : readSecret(given)
  if (!secret) throw new UsageError(texts.secretInvalid)
  return {
    ...session, forward: readUrl(values.forward, session.language), secret,
    madeSecret: given === undefined ? secretText(secret) : undefined, since: values.since
  }
}
