import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readOrMakeSecrets } from './local-secrets.ts'
import { daySeconds, minuteMs } from './shared/durations.ts'
import { problemsOf } from './shared/schema-problems.ts'

/** 32 random bytes under an id: `id:base64`. */
export interface NamedKey { id: string, key: Buffer }
export type KeyRing = readonly [NamedKey, ...NamedKey[]]

const seconds = (fallback: number) => z.coerce.number().positive().max(daySeconds).default(fallback)
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' }).optional()
const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback)
const list = z.string().default('').transform((text) => text.split(',').map((item) => item.trim()).filter(Boolean))

const secretKey = z.string().transform((text, context) => {
  const key = Buffer.from(text, 'base64')
  if (key.length === 32) return key
  context.addIssue('must be 32 bytes in base64 (openssl rand -base64 32)')
  return z.NEVER
})

const keyRing = z.string().transform((text, context): KeyRing => {
  const keys = text.split(',').map((item): NamedKey => {
    const [, id = '', key = ''] = /^\s*([\w-]{1,32}):(.+?)\s*$/.exec(item) ?? []
    return { id, key: Buffer.from(key, 'base64') }
  })
  const [newest, ...older] = keys
  if (newest && keys.every(({ id, key }) => id !== '' && key.length === 32)) return [newest, ...older]
  context.addIssue('must be id:base64 of 32 bytes, several separated by commas, the newest first')
  return z.NEVER
})

/** Every setting of the environment; .env.example explains each. */
const settings = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port(3000),
  METRICS_PORT: port(9464),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl,
  DATABASE_OWNER_URL: postgresUrl,
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MASTER_KEY: keyRing,
  JWT_KEYS: keyRing,
  KEY_PEPPER: secretKey,
  TOKEN_MINUTES: z.coerce.number().int().min(5).max(60).default(30),
  REGISTRATION: z.enum(['open', 'closed']).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: z.string().regex(
    /^[^\s<>]+@[^\s<>]+$|^[^<>\r\n]*<[^\s<>]+@[^\s<>]+>$/, 'must be an address, or Name <address>'
  ).default('Timbre <timbre@localhost>'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
  TRUST_PROXY: list,
  CORS_ORIGINS: list,
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(2000),
  MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).max(100_000).default(256),
  SII_SIMULATOR_PORT: port(0),
  SII_SIMULATOR_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
  SII_TIMEOUT_SECONDS: seconds(30),
  SII_UPLOAD_TIMEOUT_SECONDS: seconds(60),
  SII_FIRST_POLL_SECONDS: seconds(5),
  SII_RECONCILE_SECONDS: seconds(600),
  // Pesos for one UF, as the Banco Central writes them: 39485.65.
  UF_VALUE: z.string().regex(/^[1-9]\d{3,6}(\.\d{1,2})?$/, 'must be pesos for one UF, such as 39485.65').optional(),
  NOTIFICATIONS_ALLOW_PRIVATE: z.stringbool().default(false),
  ENVELOPE_DOCUMENTS: z.coerce.number().int().min(1).max(500).default(200),
  WORKER_POLL_MS: z.coerce.number().int().min(10).max(minuteMs).default(500),
  // Longer than a transaction may last (20 s), so that a lease that is kept up never runs out.
  WORKER_LEASE_SECONDS: z.coerce.number().min(1).max(600).default(30),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4)
})

export type Config = z.output<typeof settings> & {
  /** Neither DATABASE_URL nor production: whatever is missing is created under DATA_DIR. */
  embedded: boolean
  production: boolean
  PUBLIC_URL: string
  REGISTRATION: 'open' | 'closed'
}

/** What is wrong with the settings, one line each; the program does not start. */
export class ConfigError extends Error {}

/**
 * Reads the environment; any setting NAME may be given as NAME_FILE, the path of a file that holds it. Throws
 * ConfigError.
 */
export function readConfig (environment: Record<string, string | undefined>): Config {
  const given = withFiles(environment)
  const production = given['NODE_ENV'] === 'production'
  const embedded = given['DATABASE_URL'] === undefined && !production
  if (production && given['DATABASE_URL'] === undefined) {
    throw new ConfigError('DATABASE_URL: is required in production')
  }
  mustNameOneDatabase(given)
  const made = embedded ? readOrMakeSecrets(join(resolve(given['DATA_DIR'] ?? './data'), 'secrets.json')) : {}
  const { data, error } = settings.safeParse({ ...embeddedDefaults(embedded), ...made, ...given }, {
    reportInput: true
  })
  if (error) throw new ConfigError(linesOf(error))
  return {
    ...data, embedded, production, PUBLIC_URL: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    REGISTRATION: data.REGISTRATION ?? (embedded ? 'open' : 'closed')
  }
}

// Migrations of one database and work on another would find each other's tables missing, or there.
function mustNameOneDatabase ({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }: Record<string, string>): void {
  if (ownerUrl === undefined) return
  const isSame = url !== undefined && URL.canParse(url) && URL.canParse(ownerUrl) &&
    new URL(url).pathname === new URL(ownerUrl).pathname
  if (!isSame) throw new ConfigError('DATABASE_OWNER_URL: must name the database of DATABASE_URL')
}

/**
 * The simulator answers at once, so asking it soon is no burden; and who tries Timbre out reads what it prints, not its
 * log.
 */
function embeddedDefaults (embedded: boolean): Record<string, string> {
  return embedded ? { SII_FIRST_POLL_SECONDS: '1', LOG_LEVEL: 'warn' } : {}
}

function withFiles (environment: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const]
  )
  const fromFiles = given.filter(([name]) => name.endsWith('_FILE') && name.slice(0, -5) in settings.shape)
    .map(([name, path]) => [name.slice(0, -5), readFileSync(path, 'utf8').trim()] as const)
  return Object.fromEntries<string>([...given.filter(([name]) => name in settings.shape), ...fromFiles])
}

// What was given stays out of it: it may be a secret.
function linesOf ({ issues }: z.ZodError): string {
  return problemsOf(issues).map(({ path, message }) => `${path}: ${message.en}`).join('\n')
}

/** The settings of this process. */
export function configOfProcess (): Config {
  return readConfig(process.env)
}

/** Where the data is, for commands that need no secret. Throws ConfigError. */
export function databaseOfProcess (): { databaseUrl: string | undefined, dataDir: string } {
  const { data, error } = settings.pick({ DATABASE_URL: true, DATA_DIR: true }).safeParse(withFiles(process.env), {
    reportInput: true
  })
  if (error) throw new ConfigError(linesOf(error))
  return { databaseUrl: data.DATABASE_URL, dataDir: data.DATA_DIR }
}

/** What a migration run needs: the roles, and the key of the names that it may have to convert. Throws ConfigError. */
export function migrationOfProcess (): { databaseUrl: string, ownerUrl: string | undefined, pepper: Buffer } {
  const given = withFiles(process.env)
  mustNameOneDatabase(given)
  const { data, error } = settings.pick({ DATABASE_OWNER_URL: true, KEY_PEPPER: true }).extend({
    DATABASE_URL: postgresUrl.nonoptional()
  })
    .safeParse(given, { reportInput: true })
  if (error) throw new ConfigError(linesOf(error))
  return { databaseUrl: data.DATABASE_URL, ownerUrl: data.DATABASE_OWNER_URL, pepper: data.KEY_PEPPER }
}

/** What a command that is a client of the API takes from the environment. */
export interface ClientSettings {
  url: string | undefined
  email: string | undefined
  password: string | undefined
  /** The code of one of the user's tenants. */
  tenant?: string | undefined
  token: string | undefined
  /** Of the person at the terminal. */
  language: 'en' | 'es'
  /** Whether the command was called through npx. */
  isNpx: boolean
}

export function clientOfProcess (): ClientSettings {
  const {
    TIMBRE_URL: url, TIMBRE_EMAIL: email, TIMBRE_PASSWORD: password, TIMBRE_TENANT: tenant, TIMBRE_TOKEN: token,
    LC_ALL, LC_MESSAGES, LANG, npm_command: npmCommand
  } = withoutBlanks(process.env)
  const language = (LC_ALL ?? LC_MESSAGES ?? LANG ?? '').startsWith('es') ? 'es' : 'en'
  return { url, email, password, tenant, token, language, isNpx: npmCommand === 'exec' }
}

function withoutBlanks (environment: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}
