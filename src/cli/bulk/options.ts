import { basename, dirname, extname, join } from 'node:path'
import type { ClientSettings } from '../../program/config/config.ts'
import { exitCodes, UsageError, type Language, type Options, type ValuesOf } from '../command.ts'
import { readLanguage, readSession, signInOptions, type SignIn } from '../sign-in.ts'
import { textsIn, type BulkTexts } from './texts.ts'

export type Format = 'xlsx' | 'csv'

interface Common { url: URL, signIn: SignIn, language: Language }

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
  | Following & { kind: 'process' | 'follow' | 'cancel', id: string }
  | Following & {
    kind: 'submit', path: string, name: string | undefined, replaces: string | undefined, checkOnly: boolean,
    continueWithErrors: boolean, again: boolean
  }

export const bulkUsage = [
  {
    en: 'FILE [options]            submit the documents of a file and have them issued',
    es: 'ARCHIVO [opciones]        envía los documentos de un archivo para que se emitan'
  },
  {
    en: '--process ID [options]    issue the documents without mistakes of a submission',
    es: '--process ID [opciones]   emite los documentos sin errores de un envío'
  },
  {
    en: '--follow ID [options]     follow a submission that is being processed',
    es: '--follow ID [opciones]    sigue un envío que se está procesando'
  },
  {
    en: '--cancel ID               issue nothing more of a submission',
    es: '--cancel ID               no emite nada más de un envío'
  },
  {
    en: '--template TYPE [FILE]    write a file to fill in, with an example of a document type (33, 39, …)',
    es: '--template TIPO [ARCHIVO] escribe un archivo por llenar, con un ejemplo de un tipo de documento (33, 39, …)'
  }
] as const

export const bulkSummary = {
  en: 'Submit the documents of an .xlsx, .csv or .json file and have them issued',
  es: 'Envía los documentos de un archivo .xlsx, .csv o .json para que se emitan'
}

export const bulkDescription = {
  en: 'A client of the HTTP API: it needs the address of a server and a user who may submit documents.',
  es: 'Es un cliente de la API HTTP: necesita la dirección de un servidor y un usuario que pueda enviar documentos.'
}

export const bulkOptions = {
  'check-only': {
    type: 'boolean', default: false,
    description: {
      en: 'check every document and list mistakes; issue nothing',
      es: 'revisa todos los documentos y muestra los errores; no emite nada'
    }
  },
  'go-on': {
    type: 'boolean', default: false,
    description: {
      en: 'issue the documents without mistakes even if others have some',
      es: 'emite los documentos sin errores aunque otros los tengan'
    }
  },
  replaces: {
    type: 'string', value: 'ID',
    description: {
      en: 'FILE corrects that submission: every document not issued there, and new ones, are submitted',
      es: 'el archivo corrige ese envío: se envían todos los documentos que no se emitieron en él, y los nuevos'
    }
  },
  process: {
    type: 'string', value: 'ID',
    description: {
      en: 'issue the documents without mistakes of a submission, and follow it',
      es: 'emite los documentos sin errores de un envío, y lo sigue'
    }
  },
  follow: {
    type: 'string', value: 'ID',
    description: {
      en: 'follow a submission that is being processed, and write its result',
      es: 'sigue un envío que se está procesando, y escribe su resultado'
    }
  },
  cancel: {
    type: 'string', value: 'ID',
    description: { en: 'issue nothing more of a submission', es: 'no emite nada más de un envío' }
  },
  name: {
    type: 'string', value: 'NAME',
    description: {
      en: 'name of the submission; the file\'s own name if omitted',
      es: 'nombre del envío; por omisión, el del archivo'
    }
  },
  again: {
    type: 'boolean', default: false,
    description: {
      en: 'submit the file even if it was already submitted within a day',
      es: 'envía el archivo aunque ya se haya enviado en el último día'
    }
  },
  wait: {
    type: 'boolean', default: false,
    description: {
      en: 'wait until the SII has answered for every document',
      es: 'espera hasta que el SII responda por cada documento'
    }
  },
  result: {
    type: 'string', value: 'FILE',
    description: {
      en: 'where to write the result (.xlsx or .csv); beside FILE if omitted',
      es: 'dónde se escribe el resultado (.xlsx o .csv); por omisión, junto al archivo'
    }
  },
  template: {
    type: 'string', value: 'TYPE', description: { en: 'write a file to fill in', es: 'escribe un archivo por llenar' }
  },
  ...signInOptions
} as const satisfies Options

export const bulkEnds = {
  [exitCodes.done]: {
    en: 'Every document was issued; or checked, without mistakes; or cancelled.',
    es: 'Se emitieron todos los documentos; o se revisaron, sin errores; o se cancelaron.'
  },
  [exitCodes.problems]: {
    en: 'Documents have mistakes; nothing was issued.', es: 'Hay documentos con errores; no se emitió nada.'
  },
  [exitCodes.notAllIssued]: {
    en: 'Not every document was issued, or the SII rejected some.',
    es: 'No se emitieron todos los documentos, o el SII rechazó algunos.'
  },
  [exitCodes.interrupted]: {
    en: 'Interrupted with Ctrl-C; the server continues.', es: 'Interrumpido con Ctrl-C; el servidor continúa.'
  }
}

const orders = ['process', 'follow', 'cancel'] as const

type Values = ValuesOf<typeof bulkOptions>
export interface BulkArguments { values: Values, files: string[] }

/** Throws UsageError. */
export function readTask ({ values, files }: BulkArguments, settings: ClientSettings): Task {
  const [path = ''] = files
  const { template } = values
  const texts = textsIn(readLanguage(values, settings))
  checkCombination(files, values, texts)
  const common = readSession(values, settings)
  if (template !== undefined) {
    return { kind: 'template', ...common, documentType: template, ...readTemplatePath(path, template, texts) }
  }
  const following = { ...common, result: values.result, wait: values.wait }
  for (const kind of orders) {
    const id = values[kind]
    if (id !== undefined) return { ...following, kind, id, ...readFollowing(id, values, texts) }
  }
  return { ...following, ...readSubmitting(path, values, texts) }
}

function checkCombination (files: string[], values: Values, texts: BulkTexts): void {
  if (files.length > 1) throw new UsageError(texts.oneFile)
  const given = orders.filter((kind) => values[kind] !== undefined).length
  const others = values.template === undefined ? files.length : 1
  if (given + others === 0) throw new UsageError(texts.noFile)
  if (given + others > 1) throw new UsageError(texts.oneTask)
}

function readFollowing (id: string, { result = '.xlsx' }: Values, texts: BulkTexts) {
  return { resultBeside: `bulk-${id.replaceAll(/[^\da-zA-Z-]/g, '')}`, resultFormat: formatOf(result, texts) }
}

function readSubmitting (
  path: string, { name, replaces, again, result, 'check-only': checkOnly, 'go-on': continueWithErrors }: Values, texts: BulkTexts
) {
  const extension = extname(path)
  return {
    kind: 'submit' as const,
    path,
    name,
    replaces,
    checkOnly,
    continueWithErrors,
    again,
    resultBeside: join(dirname(path), basename(path, extension)),
    resultFormat: formatOf(result ?? (extension.toLowerCase() === '.csv' ? '.csv' : '.xlsx'), texts)
  }
}

function readTemplatePath (
  given: string, documentType: string, texts: BulkTexts
): { path: string, format: Format } {
  const path = given !== '' ? given : `timbre-${documentType.replaceAll(/\W/g, '')}.xlsx`
  return { path, format: formatOf(path, texts) }
}

function formatOf (path: string, texts: BulkTexts): Format {
  const extension = (extname(path) === '' ? path : extname(path)).toLowerCase()
  if (extension === '.xlsx') return 'xlsx'
  if (extension === '.csv') return 'csv'
  throw new UsageError(texts.extensionInvalid(path))
}
