import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { brokenLines } from './env-lines.ts'
import { readOrMakeSecrets } from './local-secrets.ts'
import { unknownNames } from './setting-names.ts'
import { daySeconds, minuteMs } from '../../shared/durations.ts'
import { parseIpRange } from '../../shared/ip-ranges.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import { problemsOf } from '../../shared/schema-problems.ts'

/** 32 random bytes under an id: `id:base64`. */
export interface NamedKey { id: string, key: Buffer }
export type KeyRing = readonly [NamedKey, ...NamedKey[]]

const seconds = (fallback: number) => z.coerce.number().positive().max(daySeconds).default(fallback)
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' }).optional()
const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback)

/** Items separated by commas. `sentence` says what a wrong one is not. */
const listOf = (isRight: (item: string) => boolean, sentence: string) =>
  z.string().default('').transform((text, context) => {
    const items = text.split(',').map((item) => item.trim()).filter(Boolean)
    for (const item of items.filter((one) => !isRight(one))) context.addIssue(`"${item}" ${sentence}`)
    return items
  })

// @fastify/proxy-addr knows these names.
const namedProxies = ['loopback', 'linklocal', 'uniquelocal']
const proxies = listOf(
  (item) => namedProxies.includes(item) || parseIpRange(item) !== undefined,
  'is not the IP address of a proxy, a range such as 10.0.0.0/8, or loopback, linklocal or uniquelocal. Separate several with commas'
)
const origins = listOf(
  (item) => /^https?:/.test(item) && URL.canParse(item) && new URL(item).origin === item,
  'is not an origin. Write scheme and host, and the port if there is one, without a path: https://shop.example.cl'
)

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
  if (new Set(keys.map(({ id }) => id)).size < keys.length) context.addIssue('names two keys alike')
  if (newest && keys.every(({ id, key }) => id !== '' && key.length === 32)) return [newest, ...older]
  context.addIssue('must be id:base64 of 32 bytes, several separated by commas, the newest first')
  return z.NEVER
})

/** Certificates of authorities in PEM, as DER. */
const authorities = z.string().transform((text, context): Uint8Array[] => {
  try {
    const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    const certificates = found.map((pem) => new X509Certificate(pem))
    if (certificates.length > 0 && certificates.every(({ ca }) => ca)) return certificates.map(({ raw }) => raw)
  } catch {
    // Reported below.
  }
  context.addIssue('must be certificates of authorities in PEM, one after the other')
  return z.NEVER
}).optional()

/** Every setting of the environment; .env.example explains each. */
const settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port(3000),
  METRICS_PORT: port(9464),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl,
  DATABASE_OWNER_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MASTER_KEY: keyRing,
  MASTER_KEY_LOST: z.stringbool().default(false),
  JWT_KEYS: keyRing,
  KEY_PEPPER: secretKey,
  TOKEN_MINUTES: z.coerce.number().int().min(5).max(60).default(30),
  REGISTRATION: z.enum(['open', 'closed']).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL, or none' })
    .or(z.literal('none')).optional(),
  MAIL_FROM: z.string().regex(
    /^[^\s<>]+@[^\s<>]+$|^[^<>\r\n]*<[^\s<>]+@[^\s<>]+>$/, 'must be an address, or Name <address>'
  ).default('Timbre <timbre@localhost>'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
  CONSOLE: z.enum(['on', 'off']).default('on'),
  MCP_ENABLED: z.stringbool().default(false),
  TRUST_PROXY: proxies,
  CORS_ORIGINS: origins,
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(60).default(0),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(2000),
  SII_SIMULATOR_PORT: port(0),
  SII_SIMULATOR_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
  SII_TIMEOUT_SECONDS: seconds(30),
  SII_UPLOAD_TIMEOUT_SECONDS: seconds(60),
  SII_FIRST_POLL_SECONDS: seconds(5),
  SII_RECONCILE_SECONDS: seconds(600),
  SII_REGISTRY_TOKEN: z.enum(['production', 'certification']).default('production'),
  // Pesos for one UF, as the Banco Central writes them: 39485.65.
  UF_VALUE: z.string().regex(/^[1-9]\d{3,6}(\.\d{1,2})?$/, 'must be pesos for one UF, such as 39485.65').optional(),
  // The first issue date on which delivery notes must say how goods travel (Res. 154/2025).
  GUIDE_TRANSPORT_FROM: z.iso.date('must be a date, such as 2026-11-01').optional(),
  TRUSTED_AUTHORITIES: authorities,
  NOTIFICATIONS_ALLOW_PRIVATE: z.stringbool().default(false),
  PDF_SECONDS: seconds(5),
  ENVELOPE_LINGER_SECONDS: z.coerce.number().min(0).max(60).default(3),
  BOLETA_LINGER_SECONDS: z.coerce.number().min(0).max(600).default(10),
  ENVELOPE_DOCUMENTS: z.coerce.number().int().min(1).max(500).default(200),
  WORKER_POLL_MS: z.coerce.number().int().min(10).max(minuteMs).default(1000),
  // Longer than a transaction may last (20 s), so that a lease that is kept up never runs out.
  WORKER_LEASE_SECONDS: z.coerce.number().min(1).max(600).default(30),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4)
})

export type Config = z.output<typeof settings> & {
  /** Neither DATABASE_URL nor production: whatever is missing is created under DATA_DIR. */
  embedded: boolean
  production: boolean
  PUBLIC_URL: string
  /** Whether PUBLIC_URL was set: its default is right on this machine only. */
  publicUrlIsSet: boolean
  REGISTRATION: 'open' | 'closed'
}

/** What is wrong with the settings, one line each; the program does not start with it. */
export class ConfigError extends OperatorError {}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the environment; any setting NAME may be given as NAME_FILE, the path of a file that holds it. Throws
 * ConfigError, and OperatorError for files of DATA_DIR that are missing or cannot be used.
 */
export function readConfig (environment: Environment): Config {
  const given = givenSettings(environment)
  const { NODE_ENV: mode } = parsed(settings.pick({ NODE_ENV: true }), given)
  const production = mode === 'production'
  const embedded = given['DATABASE_URL'] === undefined && !production
  // Without one, this is told together with the secrets that are missing.
  const schema = production ? settings.extend({ DATABASE_URL: postgresUrl.nonoptional() }) : settings
  if (!production || given['DATABASE_URL'] !== undefined) mustNameOneDatabase(given)
  const made = embedded ? readOrMakeSecrets(resolve(given['DATA_DIR'] ?? './data')) : {}
  const data = parsed(schema, { ...defaultsOf({ embedded, production }), ...made, ...given })
  mustListenApart(data, embedded)
  return {
    ...data, embedded, production, PUBLIC_URL: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    publicUrlIsSet: data.PUBLIC_URL !== undefined,
    REGISTRATION: data.REGISTRATION ?? (embedded ? 'open' : 'closed')
  }
}

function parsed<Schema extends z.ZodType> (schema: Schema, given: Record<string, string>): z.output<Schema> {
  const { data, error } = schema.safeParse(given, { reportInput: true })
  if (error) throw new ConfigError(linesOf(error))
  return data
}

// The second of two on one port would fail once the database is open.
function mustListenApart (data: z.output<typeof settings>, embedded: boolean): void {
  const used = ([
    data.ROLE !== 'worker' && 'PORT', 'METRICS_PORT', embedded && 'SII_SIMULATOR_PORT'
  ] as const).filter((name) => name !== false).filter((name) => data[name] !== 0)
  const second = used.find((name, index) => used.findIndex((other) => data[other] === data[name]) < index)
  if (second === undefined) return
  const first = used.find((name) => data[name] === data[second])
  throw new ConfigError(`${second}: is the port of ${first}, too. Set another one; 0 takes a free one`)
}

// Migrations of one database and work on another would find each other's tables missing, or there.
function mustNameOneDatabase ({ DATABASE_URL: url, ...given }: Record<string, string>): void {
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL']) {
    const other = given[name]
    if (other === undefined) continue
    const isSame = url !== undefined && URL.canParse(url) && URL.canParse(other) &&
      new URL(url).pathname === new URL(other).pathname
    if (!isSame) throw new ConfigError(`${name}: must name the database of DATABASE_URL`)
  }
}

/**
 * In production a load balancer needs time to see that an instance stops. In the embedded default the simulator answers
 * at once, so sending and asking soon is no burden; and who tries Timbre out reads what it prints, not its log.
 */
function defaultsOf ({ embedded, production }: Pick<Config, 'embedded' | 'production'>): Record<string, string> {
  if (production) return { SHUTDOWN_DELAY_SECONDS: '5' }
  return embedded
    ? { SII_FIRST_POLL_SECONDS: '1', ENVELOPE_LINGER_SECONDS: '0', BOLETA_LINGER_SECONDS: '0', LOG_LEVEL: 'warn' }
    : {}
}

/** The settings among the variables, each from where it was given. An empty one counts as unset. */
function givenSettings (environment: Environment): Record<string, string> {
  mustBeKnown(environment)
  const given = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const]
  )
  const files = given.filter(([name]) => name.endsWith('_FILE') && name.slice(0, -5) in settings.shape)
    .map(([name, path]) => [name.slice(0, -5), contentOf(name, path)] as const)
  const errors = files.map(([, content]) => content).filter((content) => content instanceof ConfigError)
  if (errors.length > 0) throw new ConfigError(errors.map(({ message }) => message).join('\n'), { cause: errors[0] })
  const fromFiles = files.map(([name, content]) => [name, String(content)] as const)
  return Object.fromEntries<string>([...given.filter(([name]) => name in settings.shape), ...fromFiles])
}

function mustBeKnown (environment: Environment): void {
  const unknown = unknownNames(environment, Object.keys(settings.shape))
  if (unknown.length === 0) return
  throw new ConfigError(unknown.map(({ name, meant }) =>
    `${name}: is not a setting of Timbre${meant === undefined ? '' : `; did you mean ${meant}?`}`
  ).join('\n'))
}

function contentOf (name: string, path: string): string | ConfigError {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    return new ConfigError(`${name}: the file ${path} ${whyUnreadable(error)}`, { cause: error })
  }
}

function whyUnreadable (error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code ?? '') {
    case 'ENOENT': return 'does not exist'
    case 'EACCES': return 'may not be read by this account'
    case 'EISDIR': return 'is a folder'
    default: return 'cannot be read'
  }
}

// What was given stays out of it: it may be a secret.
function linesOf ({ issues }: z.ZodError): string {
  return problemsOf(issues).map(({ path, message }) => `${path}: ${message.en}`).join('\n')
}

/** The variables of this process, and those that .env in the working folder adds: what is set already wins. */
function environmentOfProcess (): Environment {
  return { ...environmentOfFile('.env'), ...process.env }
}

function environmentOfFile (path: string): Environment {
  const text = textOf(path)
  // The lines stay out of it: they may hold secrets.
  const problems = brokenLines(text).map((line) =>
    `${resolve(path)}, line ${line}: must be NAME=value, with both quotes or none, or a comment that begins with #`
  )
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return parseEnv(text)
}

function textOf (path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new ConfigError(`${resolve(path)} ${whyUnreadable(error)}`, { cause: error })
  }
}

/** The settings of this process. Throws as `readConfig`. */
export function configOfProcess (): Config {
  return readConfig(environmentOfProcess())
}

/** Whether the operator asked for details, which include stacks; also where the other settings are wrong. */
export function wantsDetails (): boolean {
  try {
    return ['debug', 'trace'].includes(environmentOfProcess()['LOG_LEVEL'] ?? '')
  } catch {
    return false
  }
}

/** Where the data is, for commands that need no secret. Throws ConfigError. */
export function databaseOfProcess (): {
  databaseUrl: string | undefined, directUrl: string | undefined, dataDir: string, poolSize: number
} {
  const given = givenSettings(environmentOfProcess())
  mustNameOneDatabase(given)
  const data = parsed(settings.pick({
    DATABASE_URL: true, DATABASE_DIRECT_URL: true, DATABASE_POOL: true, DATA_DIR: true
  }), given)
  return {
    databaseUrl: data.DATABASE_URL, directUrl: data.DATABASE_DIRECT_URL, dataDir: data.DATA_DIR,
    poolSize: data.DATABASE_POOL
  }
}

/** What a migration run needs: the roles, and the key of the names that it may have to convert. Throws ConfigError. */
export function migrationOfProcess (): {
  databaseUrl: string, directUrl: string | undefined, ownerUrl: string | undefined, pepper: Buffer
} {
  const given = givenSettings(environmentOfProcess())
  mustNameOneDatabase(given)
  const data = parsed(settings.pick({ DATABASE_OWNER_URL: true, DATABASE_DIRECT_URL: true, KEY_PEPPER: true }).extend({
    DATABASE_URL: postgresUrl.nonoptional()
  }), given)
  return {
    databaseUrl: data.DATABASE_URL, directUrl: data.DATABASE_DIRECT_URL, ownerUrl: data.DATABASE_OWNER_URL,
    pepper: data.KEY_PEPPER
  }
}

/** What a command that is a client of the API takes from the environment. */
export interface ClientSettings {
  url: string | undefined
  email: string | undefined
  password: string | undefined
  /** The code of one of the user's tenants. */
  tenant?: string | undefined
  token: string | undefined
  /** With which notifications are signed. */
  webhookSecret?: string | undefined
  /** Of the person at the terminal. */
  language: 'en' | 'es'
  /** Whether the command was called through npx. */
  isNpx: boolean
}

export function clientOfProcess (): ClientSettings {
  const {
    TIMBRE_URL: url, TIMBRE_EMAIL: email, TIMBRE_PASSWORD: password, TIMBRE_TENANT: tenant, TIMBRE_TOKEN: token,
    TIMBRE_WEBHOOK_SECRET: webhookSecret, npm_command: npmCommand
  } = withoutBlanks(environmentOfProcess())
  return {
    url, email, password, tenant, token, webhookSecret, language: languageOfTerminal(), isNpx: npmCommand === 'exec'
  }
}

/** Known also where .env cannot be read. */
export function languageOfTerminal (): ClientSettings['language'] {
  const { LC_ALL, LC_MESSAGES, LANG } = withoutBlanks(process.env)
  return (LC_ALL ?? LC_MESSAGES ?? LANG ?? '').startsWith('es') ? 'es' : 'en'
}

function withoutBlanks (environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}
