import type { Language } from '../command.ts'
import { sessionTexts } from '../sign-in.ts'

const english = {
  ...sessionTexts.en,
  counted: (count: number): string => count.toLocaleString('en-US'),
  documents: (count: number): string => `${english.counted(count)} ${count === 1 ? 'document' : 'documents'}`,

  noFile: 'No file given.',
  oneFile: 'Only one file can be submitted at a time.',
  oneTask: 'Give one of these: a file, --process, --follow, --cancel or --template.',
  extensionInvalid: (path: string) => `${path} must end in .xlsx or .csv.`,

  alreadyExists: (path: string) => `${path} already exists.`,
  fileTroubles: {
    ENOENT: 'no such file or folder', EACCES: 'you may not read or write it', EISDIR: 'is a folder',
    ENOSPC: 'the disk is full'
  } as Readonly<Record<string, string>>,
  notJson: (path: string, place: string) => `${path} is not JSON${place}.`,
  atLine: (line: string, column: string) => `: see line ${line}, column ${column}`,
  namedTwice: (path: string) => `${path} already contains a "name": remove it, or omit --name.`,

  noFileSent: 'The server sent no file.',

  template: (path: string) => `Template: ${path}`,
  result: (path: string) => `Result: ${path}`,
  checking: 'Checking the documents …',
  submission: (id: string, name: string, state: string) => `Submission ${id} "${name}": ${state}`,
  noMistakes: (documents: string) => `${documents}, no mistakes`,
  someMistakes: (documents: string, invalid: string, ready: string) =>
    `${documents}, ${invalid} with mistakes, ${ready} without`,
  skipped: (count: string) => `, ${count} skipped (issued, or being issued, by an earlier submission)`,
  row: (row: number) => `row ${row}`,
  moreMistakes: (documents: string) => `  … ${documents} with mistakes in all; the result file lists every mistake.`,

  nothingIssued: 'Nothing was issued.',
  toCorrect: 'Correct the file, and run:',
  toIssueRest: 'To issue the documents without mistakes now, and the others with the corrected file later, run:',
  toProcess: 'To issue the documents, run:',
  notProcessed: 'The submission is not being processed. To issue its documents, run:',
  toReplace: 'To issue the rest, correct the file and run:',
  toRetry: 'Documents that were rejected or stopped: the result file says why. Correct the cause, then call Webhook/Retry.',
  FILE: 'FILE',
  replacesAnother: 'The submission that this one replaces was never processed, and is cancelled now.',
  leftBehind: (documents: string, names: string) =>
    `${documents} of the earlier submission have no mistakes, are not in this file and were not issued: ${names}`,
  toTakeThem: 'If they are still wanted, add them to the file and run:',
  earlierGoesOn: (documents: string) => `The earlier submission is still issuing ${documents}. To follow it, run:`,
  submittedBefore: (at: string) =>
    `The same file was submitted at ${at}; its documents are not issued again. Use --again to submit it as a new one.`,
  replacedBefore: (at: string, id: string) =>
    `The same file was submitted at ${at} and replaced by submission ${id}, whose outcome follows. Use --again to submit it as a new one.`,

  mayHaveStarted: 'Processing may have started.',
  serverContinues: 'The server continues. To follow it again, run:',

  states: {
    taken: 'issued', failed: 'failed', invalid: 'with mistakes', cancelled: 'cancelled', ready: 'not issued yet',
    waiting: 'waiting', accepted: 'accepted', acceptedWithObjections: 'accepted with objections',
    rejected: 'rejected', stopped: 'stopped'
  },
  issuedOf: (done: string, all: string) => `${done} of ${all} issued`,
  answeredOf: (done: string, all: string) => `${done} of ${all} answered by the SII`,
  aSecond: (count: string) => `${count} a second`,
  secondsLeft: (seconds: number) => `${seconds} s left`,
  minutesLeft: (minutes: number) => `${minutes} min left`,
  waiting: (count: string, cause: string) => `${count} waiting ${cause}`,
  causes: {
    FOLIOS_MISSING: (type: string) => `for folios of type ${type}`,
    CERTIFICATE_MISSING: () => 'for a certificate',
    REFERENCE_PENDING: () => 'for the SII to judge the documents that they change'
  } as Readonly<Record<string, ((type: string) => string) | undefined>>,
  otherCause: (code: string) => `for ${code}`,
  remedies: {
    FOLIOS_MISSING: (type: string) =>
      `No folios of type ${type} are left. Upload a CAF (Folio/Upload) and activate it (Folio/Activate): the rest is then issued by itself.`,
    CERTIFICATE_MISSING: () =>
      'There is no valid certificate. Upload one (Tenant/Certificate): the rest is then issued by itself.',
    REFERENCE_PENDING: () => 'Notes wait until the SII has judged the documents that they change. There is nothing to do.'
  } as Readonly<Record<string, ((type: string) => string) | undefined>>
}

export type BulkTexts = typeof english

const spanish: BulkTexts = {
  ...sessionTexts.es,
  counted: (count) => count.toLocaleString('es-CL'),
  documents: (count) => `${spanish.counted(count)} ${count === 1 ? 'documento' : 'documentos'}`,

  noFile: 'Falta el archivo.',
  oneFile: 'Sólo se puede enviar un archivo a la vez.',
  oneTask: 'Indique uno solo: un archivo, --process, --follow, --cancel o --template.',
  extensionInvalid: (path) => `${path} debe terminar en .xlsx o .csv.`,

  alreadyExists: (path) => `${path} ya existe.`,
  fileTroubles: {
    ENOENT: 'no existe ese archivo o carpeta', EACCES: 'no tiene permiso para leerlo o escribirlo', EISDIR: 'es una carpeta',
    ENOSPC: 'el disco está lleno'
  },
  notJson: (path, place) => `${path} no es JSON${place}.`,
  atLine: (line, column) => `: vea la línea ${line}, columna ${column}`,
  namedTwice: (path) => `${path} ya contiene un "name": quítelo u omita --name.`,

  noFileSent: 'El servidor no envió ningún archivo.',

  template: (path) => `Plantilla: ${path}`,
  result: (path) => `Resultado: ${path}`,
  checking: 'Revisando los documentos …',
  submission: (id, name, state) => `Envío ${id} "${name}": ${state}`,
  noMistakes: (documents) => `${documents}, sin errores`,
  someMistakes: (documents, invalid, ready) => `${documents}, ${invalid} con errores, ${ready} sin errores`,
  skipped: (count) => `, ${count} omitidos (emitidos, o emitiéndose, en un envío anterior)`,
  row: (row) => `fila ${row}`,
  moreMistakes: (documents) => `  … ${documents} con errores en total; el archivo de resultado tiene todos los errores.`,

  nothingIssued: 'No se emitió nada.',
  toCorrect: 'Corrija el archivo y ejecute:',
  toIssueRest: 'Para emitir ahora los documentos sin errores, y los otros después con el archivo corregido, ejecute:',
  toProcess: 'Para emitir los documentos, ejecute:',
  notProcessed: 'El envío no se está procesando. Para emitir sus documentos, ejecute:',
  toReplace: 'Para emitir el resto, corrija el archivo y ejecute:',
  toRetry:
    'Documentos rechazados o detenidos: el archivo de resultado dice por qué. Corrija la causa y llame a Webhook/Retry.',
  FILE: 'ARCHIVO',
  replacesAnother: 'El envío que éste reemplaza nunca se procesó, y ahora está cancelado.',
  leftBehind: (documents, names) =>
    `${documents} del envío anterior sin errores no están en este archivo y no se emitieron: ${names}`,
  toTakeThem: 'Si todavía los quiere, agréguelos al archivo y ejecute:',
  earlierGoesOn: (documents) => `El envío anterior todavía está emitiendo ${documents}. Para seguirlo, ejecute:`,
  submittedBefore: (at) =>
    `El mismo archivo se envió el ${at}; sus documentos no se emiten de nuevo. Con --again se envía como uno nuevo.`,
  replacedBefore: (at, id) =>
    `El mismo archivo se envió el ${at} y fue reemplazado por el envío ${id}, cuyo resultado sigue. Con --again se envía como uno nuevo.`,

  mayHaveStarted: 'El proceso puede haber comenzado.',
  serverContinues: 'El servidor continúa. Para seguirlo de nuevo, ejecute:',

  states: {
    taken: 'emitidos', failed: 'no emitidos', invalid: 'con errores', cancelled: 'cancelados', ready: 'por emitir',
    waiting: 'en espera', accepted: 'aceptados', acceptedWithObjections: 'aceptados con reparos',
    rejected: 'rechazados', stopped: 'detenidos'
  },
  issuedOf: (done, all) => `${done} de ${all} emitidos`,
  answeredOf: (done, all) => `${done} de ${all} con respuesta del SII`,
  aSecond: (count) => `${count} por segundo`,
  secondsLeft: (seconds) => `faltan ${seconds} s`,
  minutesLeft: (minutes) => `faltan ${minutes} min`,
  waiting: (count, cause) => `${count} en espera ${cause}`,
  causes: {
    FOLIOS_MISSING: (type) => `de folios del tipo ${type}`,
    CERTIFICATE_MISSING: () => 'de un certificado',
    REFERENCE_PENDING: () => 'de la respuesta del SII sobre los documentos que modifican'
  },
  otherCause: (code) => `por ${code}`,
  remedies: {
    FOLIOS_MISSING: (type) =>
      `No quedan folios del tipo ${type}. Suba un CAF (Folio/Upload) y actívelo (Folio/Activate): el resto se emite entonces solo.`,
    CERTIFICATE_MISSING: () =>
      'No hay un certificado vigente. Suba uno (Tenant/Certificate): el resto se emite entonces solo.',
    REFERENCE_PENDING: () => 'Las notas esperan la respuesta del SII sobre los documentos que modifican. No hay nada que hacer.'
  }
}

const texts: Readonly<Record<Language, BulkTexts>> = { en: english, es: spanish }

/** Everything that `timbre bulk` says, in a language. */
export function textsIn (language: Language): BulkTexts {
  return texts[language]
}
