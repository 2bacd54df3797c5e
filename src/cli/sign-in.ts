import type { ClientSettings } from '../program/config/config.ts'
import { UsageError, type Language, type Options, type ValuesOf } from './command.ts'

export type SignIn = { token: string } | { email: string, password: string, tenantCode?: string }

/** The options of every command that calls the API as a user. */
export const signInOptions = {
  url: {
    type: 'string', value: 'URL',
    description: {
      en: 'the server; TIMBRE_URL or http://127.0.0.1:3000 if omitted',
      es: 'el servidor; por omisión, TIMBRE_URL o http://127.0.0.1:3000'
    }
  },
  email: {
    type: 'string', value: 'EMAIL',
    description: {
      en: 'sign in as this user; TIMBRE_EMAIL, or TIMBRE_TOKEN, if omitted',
      es: 'el usuario; por omisión, TIMBRE_EMAIL o TIMBRE_TOKEN'
    }
  },
  password: {
    type: 'string', value: 'PASSWORD',
    description: {
      en: 'better TIMBRE_PASSWORD: others can see a command\'s arguments',
      es: 'mejor TIMBRE_PASSWORD: otros pueden ver los argumentos de un comando'
    }
  },
  tenant: {
    type: 'string', value: 'CODE',
    description: {
      en: 'the tenant, if you are a user of several; TIMBRE_TENANT if omitted',
      es: 'la empresa, si usted es usuario de varias; por omisión, TIMBRE_TENANT'
    }
  },
  language: {
    type: 'string', value: 'en|es',
    description: {
      en: 'of everything that is said and written; the language of your terminal if omitted',
      es: 'de todo lo que se dice y escribe; por omisión, el de su terminal'
    }
  }
} as const satisfies Options

type Values = ValuesOf<typeof signInOptions>

const english = {
  addressInvalid: (address: string) => `Invalid address ${address}: expected one such as https://timbre.example.`,
  noCredentials: 'No credentials: set TIMBRE_EMAIL and TIMBRE_PASSWORD, or TIMBRE_TOKEN.',
  unencrypted: (origin: string) => `Warning: credentials are sent unencrypted to ${origin}.`,
  unreachable: (origin: string, cause: string) => `Cannot reach ${origin}: ${cause}`,
  staysAway: (origin: string, cause: string) => `The server at ${origin} does not come back: ${cause}`,
  noAnswer: (cause: string) => `No answer (${cause}); trying again …`
}

export type SessionTexts = typeof english

/** What a command says about its connection with the server. */
export const sessionTexts: Readonly<Record<Language, SessionTexts>> = {
  en: english,
  es: {
    addressInvalid: (address) => `La dirección ${address} no es válida: escriba una como https://timbre.example.`,
    noCredentials: 'Faltan las credenciales: defina TIMBRE_EMAIL y TIMBRE_PASSWORD, o TIMBRE_TOKEN.',
    unencrypted: (origin) => `Advertencia: las credenciales se envían sin cifrar a ${origin}.`,
    unreachable: (origin, cause) => `No se puede llegar a ${origin}: ${cause}`,
    staysAway: (origin, cause) => `El servidor ${origin} no vuelve: ${cause}`,
    noAnswer: (cause) => `Sin respuesta (${cause}); se intenta de nuevo …`
  }
}

/** Throws UsageError. */
export function readSession (
  values: Values, settings: ClientSettings
): { url: URL, signIn: SignIn, language: Language } {
  const language = readLanguage(values, settings)
  const url = readUrl(values.url ?? settings.url ?? 'http://127.0.0.1:3000', language)
  return { url, signIn: readSignIn(values, settings, language), language }
}

/** Throws UsageError. */
export function readUrl (text: string, language: Language): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(sessionTexts[language].addressInvalid(text))
  }
  return url
}

const localHosts = ['localhost', '127.0.0.1', '[::1]']

export function isUnencrypted ({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !localHosts.includes(hostname)
}

function readSignIn (values: Values, settings: ClientSettings, language: Language): SignIn {
  const email = values.email ?? settings.email
  const password = values.password ?? settings.password
  // The command line takes precedence over the environment.
  if (values.email === undefined && settings.token !== undefined) return { token: settings.token }
  if (email === undefined || password === undefined) throw new UsageError(sessionTexts[language].noCredentials)
  const tenantCode = values.tenant ?? settings.tenant
  return { email, password, ...(tenantCode === undefined ? {} : { tenantCode }) }
}

/** Throws UsageError. */
export function readLanguage ({ language }: Pick<Values, 'language'>, settings: ClientSettings): Language {
  const text = language ?? settings.language
  if (text === 'en' || text === 'es') return text
  throw new UsageError('--language: en | es')
}
