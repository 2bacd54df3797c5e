import { execFile } from 'node:child_process'
import type { Certifying } from './certification-service.ts'
import type { IssuedFacts } from './document-facts.ts'

type Copy = 'TRIBUTARIA' | 'CEDIBLE'

/** A row of the page of printed samples: one copy of one document. */
export interface SampleRow { set: string, documentType: number, folio: number, copy: Copy, file: string }

interface Sampled extends SampleRow { document: IssuedFacts }

export interface SampleFile { name: string, bytes: Buffer }

const cedibleTypes = [33, 34, 43, 46, 52]
const foreignTypes = [110, 111, 112]
const mostBytes = 500 * 1024

/** Each copy of the documents of every approved set, and of one document of each type of the simulation. */
export function sampleRows (company: Certifying): SampleRow[] {
  return sampledOf(company).map(({ document: _, ...row }) => row)
}

function sampledOf ({ rows }: Certifying): Sampled[] {
  return [...rows.values()].flatMap(({ name, documents }) => {
    const wanted = name === 'simulation' ? firstOfEachType(documents) : documents
    return wanted.flatMap((document) => copiesOf(document).map((copy) => {
      const { documentType, folio } = document
      const stem = `${String(documentType).padStart(3, '0')}_${String(folio).padStart(4, '0')}`
      return { set: name, documentType, folio, copy, file: `${stem}_${copy}.pdf`, document }
    }))
  })
}

function firstOfEachType (documents: readonly IssuedFacts[]): IssuedFacts[] {
  return documents.filter(({ documentType }, index) =>
    documents.findIndex((other) => other.documentType === documentType) === index)
}

/** Goods that move within the company have no buyer to whom the copy could be assigned. */
function copiesOf ({ documentType, issuer, receiver }: IssuedFacts): Copy[] {
  const isCedible = cedibleTypes.includes(documentType) && issuer !== receiver
  return isCedible ? ['TRIBUTARIA', 'CEDIBLE'] : ['TRIBUTARIA']
}

/** What is wrong with the files: one for each row, of one page, with the texts that the SII looks for. */
export async function sampleProblems (company: Certifying, files: readonly SampleFile[]): Promise<string[]> {
  const rows = sampledOf(company)
  const problems: string[] = rows.length === 0 ? ['No hay sets aprobados'] : []
  for (const row of rows) {
    const file = files.find(({ name }) => name === row.file)
    if (!file) problems.push(`Falta ${row.file}`)
    else for (const text of await fileProblems(row, file.bytes)) problems.push(`${row.file}: ${text}`)
  }
  return problems
}

async function fileProblems ({ copy, document }: Sampled, bytes: Buffer): Promise<string[]> {
  const pages = /\/Type\s*\/Pages\s*\/Count (\d+)/.exec(bytes.toString('latin1'))?.[1]
  const text = await textOf(bytes)
  return [
    ...bytes.subarray(0, 5).toString('latin1') === '%PDF-' && pages === '1' ? [] : ['Debe tener una pagina'],
    ...bytes.length <= mostBytes ? [] : ['Excede 500 KB'],
    ...text === undefined ? [] : textProblems(text, copy, document)
  ]
}

/** Text as text: legends, folio, the total with dots, and which copy it is. */
function textProblems (text: string, copy: Copy, { documentType, folio, total }: IssuedFacts): string[] {
  const wanted = [
    'Timbre Electrónico SII', 'Verifique documento: www.sii.cl', String(folio),
    ...foreignTypes.includes(documentType) ? [] : [dotted(total)]
  ]
  return [
    ...wanted.filter((part) => !text.includes(part)).map((part) => `No muestra "${part}"`),
    ...text.includes('CEDIBLE') === (copy === 'CEDIBLE') ? [] : ['La copia no corresponde'],
    ...text.includes('SIN VALOR') ? ['Dice que no tiene valor'] : []
  ]
}

/** 1.001.469 */
function dotted (amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, '.')
}

/** By pdftotext, with runs of blanks made one; undefined where there is no such program. */
function textOf (pdf: Buffer): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reading = execFile('pdftotext', ['-', '-'], { maxBuffer: 4 * 1024 * 1024 }, (error, stdout) => {
      resolve(error ? undefined : stdout.replace(/\s+/g, ' '))
    })
    // The callback reports a program that is missing or stops reading.
    reading.stdin?.on('error', () => {})
    reading.stdin?.end(pdf)
  })
}
