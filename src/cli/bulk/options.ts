import { basename, dirname, extname, join } from 'node:path'
import type { ClientSettings } from '../../config.ts'
import { exitCodes, UsageError, type Options, type ValuesOf } from '../command.ts'
import type { SignIn } from './session.ts'

export type Format = 'xlsx' | 'csv'

interface Common { url: URL, signIn: SignIn, language: 'en' | 'es' }

interface Following extends Common {
  /** Where to write the result; if omitted, a new file whose name begins with `resultBeside`. */
  result: string | undefined
  resultBeside: string
  resultFormat: Format
  /** Until the SII has answered for every document. */
  wait: boolean
}

/** What the arguments ask for. */
export type Task =
  | Common & { kind: 'template', documentType: string, path: string, format: Format }
  | Following & { kind: 'follow', id: string }
  | Following & {
    kind: 'submit', path: string, name: string | undefined, replaces: string | undefined, checkOnly: boolean,
    goOn: boolean, again: boolean
  }

export const bulkUsage = [
  'FILE [options]            submit the documents of a file and have them issued',
  '--follow ID [options]     follow a submission that is being processed',
  '--template TYPE [FILE]    write a file to fill in, with an example of a document type (33, 39, …)'
] as const

export const bulkOptions = {
  'check-only': { type: 'boolean', default: false, description: 'check every document and list mistakes; issue nothing' },
  'go-on': { type: 'boolean', default: false, description: 'issue the documents without mistakes even if others have some' },
  replaces: {
    type: 'string', value: 'ID',
    description: 'FILE corrects that submission: only documents not issued there, and new ones, are submitted'
  },
  name: { type: 'string', value: 'NAME', description: 'name of the submission; the file\'s own name if omitted' },
  again: { type: 'boolean', default: false, description: 'submit the file even if it was already submitted within a day' },
  wait: { type: 'boolean', default: false, description: 'wait until the SII has answered for every document' },
  result: { type: 'string', value: 'FILE', description: 'where to write the result (.xlsx or .csv); beside FILE if omitted' },
  follow: { type: 'string', value: 'ID', description: 'follow a submission that is being processed, and write its result' },
  template: { type: 'string', value: 'TYPE', description: 'write a file to fill in' },
  url: { type: 'string', value: 'URL', description: 'the server; TIMBRE_URL or http://127.0.0.1:3000 if omitted' },
  email: { type: 'string', value: 'EMAIL', description: 'sign in as this user; TIMBRE_EMAIL, or TIMBRE_TOKEN, if omitted' },
  password: { type: 'string', value: 'PASSWORD', description: 'better TIMBRE_PASSWORD: others can see a command\'s arguments' },
  tenant: {
    type: 'string', value: 'CODE',
    description: 'the tenant that issues, if you are a user of several; TIMBRE_TENANT if omitted'
  },
  language: {
    type: 'string', value: 'en|es', description: 'of mistakes and results; the language of your terminal if omitted'
  }
} as const satisfies Options

export const bulkEnds = {
  [exitCodes.done]: 'Every document was issued; or checked, without mistakes.',
  [exitCodes.problems]: 'Documents have mistakes; nothing was issued.',
  [exitCodes.notAllIssued]: 'Not every document was issued, or the SII rejected some.',
  [exitCodes.interrupted]: 'Interrupted with Ctrl-C; the server continues.'
}

type Values = ValuesOf<typeof bulkOptions>
export interface BulkArguments { values: Values, files: string[] }

/** Throws UsageError. */
export function readTask ({ values, files }: BulkArguments, settings: ClientSettings): Task {
  const [path = ''] = files
  const { follow, template } = values
  checkCombination(files, values)
  const common = {
    url: readUrl(values.url ?? settings.url), signIn: readSignIn(values, settings),
    language: readLanguage(values.language ?? settings.language)
  }
  if (template !== undefined) {
    return { kind: 'template', ...common, documentType: template, ...readTemplatePath(path, template) }
  }
  const following = { ...common, result: values.result, wait: values.wait }
  return follow === undefined
    ? { ...following, ...readSubmitting(path, values) }
    : { ...following, ...readFollowing(follow, values) }
}

function checkCombination (files: string[], { follow, template }: Values): void {
  if (files.length > 1) throw new UsageError('Only one file can be submitted at a time.')
  if (files.length === 0 && follow === undefined && template === undefined) {
    throw new UsageError('No file given.')
  }
  if (files.length > 0 && follow !== undefined) throw new UsageError('Give a file or --follow, not both.')
}

function readFollowing (id: string, { result = '.xlsx' }: Values) {
  return {
    kind: 'follow' as const, id, resultBeside: `bulk-${id.replaceAll(/[^\da-zA-Z-]/g, '')}`,
    resultFormat: formatOf(result)
  }
}

function readSubmitting (
  path: string, { name, replaces, again, result, 'check-only': checkOnly, 'go-on': goOn }: Values
) {
  const extension = extname(path)
  return {
    kind: 'submit' as const,
    path,
    name,
    replaces,
    checkOnly,
    goOn,
    again,
    resultBeside: join(dirname(path), basename(path, extension)),
    resultFormat: formatOf(result ?? (extension.toLowerCase() === '.csv' ? '.csv' : '.xlsx'))
  }
}

function readUrl (text = 'http://127.0.0.1:3000'): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(`Invalid address ${text}: expected one such as https://timbre.example.`)
  }
  return url
}

function readSignIn (
  values: Pick<Values, 'email' | 'password' | 'tenant'>, settings: ClientSettings
): SignIn {
  const email = values.email ?? settings.email
  const password = values.password ?? settings.password
  // The command line takes precedence over the environment.
  if (values.email === undefined && settings.token !== undefined) return { token: settings.token }
  if (email === undefined || password === undefined) {
    throw new UsageError('No credentials: set TIMBRE_EMAIL and TIMBRE_PASSWORD, or TIMBRE_TOKEN.')
  }
  const tenantCode = values.tenant ?? settings.tenant
  return { email, password, ...(tenantCode === undefined ? {} : { tenantCode }) }
}

function readLanguage (text: string): 'en' | 'es' {
  if (text === 'en' || text === 'es') return text
  throw new UsageError('--language must be en or es.')
}

function readTemplatePath (given: string, documentType: string): { path: string, format: Format } {
  const path = given !== '' ? given : `timbre-${documentType.replaceAll(/\W/g, '')}.xlsx`
  return { path, format: formatOf(path) }
}

function formatOf (path: string): Format {
  const extension = (extname(path) === '' ? path : extname(path)).toLowerCase()
  if (extension === '.xlsx') return 'xlsx'
  if (extension === '.csv') return 'csv'
  throw new UsageError(`${path} must end in .xlsx or .csv.`)
}
