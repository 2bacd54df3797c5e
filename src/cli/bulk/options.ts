import { basename, dirname, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ClientSettings } from '../../config.ts'
import type { SignIn } from './server.ts'

/** How the command ends. */
export const exitCodes = { done: 0, impossible: 1, usage: 2, mistakes: 3, notAllIssued: 4, interrupted: 130 } as const

export type Format = 'xlsx' | 'csv'

/** The command was called in a way that makes no sense. */
export class UsageError extends Error {}

interface Common { url: URL, signIn: SignIn, language: 'en' | 'es' }

interface Following extends Common {
  /** Where the result goes; a name of its own beside `resultBeside` when it is left out. */
  result: string | undefined
  resultBeside: string
  resultFormat: Format
  /** Until the SII's last verdict. */
  wait: boolean
}

export type Order =
  | { kind: 'help' }
  | Common & { kind: 'template', documentType: string, path: string, format: Format }
  | Following & { kind: 'follow', id: string }
  | Following & {
    kind: 'submit', path: string, name: string | undefined, replaces: string | undefined, checkOnly: boolean,
    goOn: boolean, again: boolean
  }

const options = {
  url: { type: 'string' },
  email: { type: 'string' },
  password: { type: 'string' },
  language: { type: 'string' },
  name: { type: 'string' },
  replaces: { type: 'string' },
  'check-only': { type: 'boolean', default: false },
  'go-on': { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  wait: { type: 'boolean', default: false },
  result: { type: 'string' },
  follow: { type: 'string' },
  template: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false }
} as const

export const usageOfBulk =
  `Usage: timbre bulk FILE             submit the documents of an .xlsx, .csv or .json file, and have them issued
       timbre bulk --follow ID      follow a submission that is being processed
       timbre bulk --template TYPE [FILE]   write a file to fill in, with an example of a type of document (33, 39, …)

  --check-only       check every document and tell the mistakes; issue nothing
  --go-on            issue the documents without mistakes even if others have some
  --replaces ID      FILE mends that submission: only what came to nothing there, and what is new, is taken
  --name NAME        to find the submission again; the file's own name when left out
  --again            submit the file even if the very same one was submitted within a day
  --wait             follow until the tax authority has judged every document
  --result FILE      where to write what became of each document (.xlsx or .csv); beside FILE when left out
  --url URL          the server; TIMBRE_URL, or http://127.0.0.1:3000
  --email, --password   the sign-in; better TIMBRE_EMAIL and TIMBRE_PASSWORD, or TIMBRE_TOKEN: others can see a command's words
  --language en|es   of mistakes and results; that of the environment when left out
  --help             this

Ends with 0 when all is issued, 1 when it could not be done, 2 for a wrong call, 3 when documents have mistakes (nothing was
issued), 4 when not every document was issued, 130 on Ctrl-C (the server goes on).`

/** Throws UsageError. */
export function readOrder (args: string[], settings: ClientSettings): Order {
  const { values, positionals } = parsed(args)
  if (values.help) return { kind: 'help' }
  const [path = ''] = positionals
  const { follow, template } = values
  refuseNonsense(positionals, values)
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

type Values = ReturnType<typeof parsed>['values']

function refuseNonsense (files: string[], { follow, template }: Values): void {
  if (files.length > 1) throw new UsageError('Give one file at a time.')
  if (files.length === 0 && follow === undefined && template === undefined) {
    throw new UsageError('Which file? timbre bulk --help')
  }
  if (files.length > 0 && follow !== undefined) throw new UsageError('Give a file, or --follow, but not both.')
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

function parsed (args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readUrl (text = 'http://127.0.0.1:3000'): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(`${text} is no address of a server, such as https://timbre.example`)
  }
  return url
}

function readSignIn (
  values: { email?: string | undefined, password?: string | undefined }, settings: ClientSettings
): SignIn {
  const email = values.email ?? settings.email
  const password = values.password ?? settings.password
  // What is said on the command line is meant.
  if (values.email === undefined && settings.token !== undefined) return { token: settings.token }
  if (email === undefined || password === undefined) {
    throw new UsageError('Who are you? Set TIMBRE_EMAIL and TIMBRE_PASSWORD, or TIMBRE_TOKEN.')
  }
  return { email, password }
}

function readLanguage (text: string): 'en' | 'es' {
  if (text === 'en' || text === 'es') return text
  throw new UsageError('--language is en or es.')
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
