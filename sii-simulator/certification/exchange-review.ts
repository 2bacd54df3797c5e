import type { BroughtDocument } from '../mail/answer-files.ts'
import { answerSchemaProblems } from '../judge/schema/validator.ts'
import { type SignatureVerdict, type Trust, verifyDteSignature, verifySetSignature } from '../judge/signatures.ts'
import { child, childrenOf, type Element, parseXml, XmlRefused } from '../judge/xml.ts'
import { isNumber, isText, textOf } from './element-checks.ts'

/** What the company answers: the envelope of its last download. */
export interface SentExchange { number: number, digest: string, documents: BroughtDocument[] }

interface Asked { company: string, player: string, exchange: SentExchange }
interface Signers { trust: Trust, maySign: (holder: string) => boolean }

/** The three answers, by what their root holds. */
const answers: Record<string, (root: Element) => Element | undefined> = {
  RecepcionEnvio: (root) => partWith(root, 'RecepcionEnvio'),
  EnvioRecibos: (root) => root.name === 'EnvioRecibos' ? child(root, 'SetRecibos') : undefined,
  ResultadoDTE: (root) => partWith(root, 'ResultadoDTE')
}

function partWith (root: Element, name: string): Element | undefined {
  const result = root.name === 'RespuestaDTE' ? child(root, 'Resultado') : undefined
  return child(result, name) && result
}

/** What is wrong with the files: each of the three once, true to its schema, signed, and about the last download. */
export function answerProblems (files: readonly Buffer[], asked: Asked, signers: Signers): string[] {
  const found = new Map<string, string[]>()
  const strange: string[] = []
  for (const file of files) {
    const { name, problems } = fileProblems(file, asked, signers)
    if (name === undefined || found.has(name)) strange.push(...problems, 'Archivo que no corresponde')
    else found.set(name, problems)
  }
  const missing = Object.keys(answers).filter((name) => !found.has(name)).map((name) => `Falta ${name}`)
  return [...missing, ...strange, ...[...found].flatMap(([name, problems]) => problems.map((text) => `${name}: ${text}`))]
}

function fileProblems (file: Buffer, asked: Asked, signers: Signers): { name?: string, problems: string[] } {
  try {
    const { root, dispose } = parseXml(file)
    try {
      const [name] = Object.entries(answers).find(([, partOf]) => partOf(root)) ?? []
      const part = name === undefined ? undefined : answers[name]?.(root)
      if (name === undefined || !part) return { problems: [`LSX-00204: ${root.name}`] }
      const schema = answerSchemaProblems(root)
      return { name, problems: schema.length > 0 ? schema : contentProblems(name, { root, part }, asked, signers) }
    } finally {
      dispose()
    }
  } catch (error) {
    if (error instanceof XmlRefused) return { problems: [error.message] }
    throw error
  }
}

function contentProblems (
  name: string, { root, part }: { root: Element, part: Element }, asked: Asked, signers: Signers
): string[] {
  const cover = child(part, 'Caratula')
  const areParties = isText(cover, 'RutResponde', asked.company) && isText(cover, 'RutRecibe', asked.player)
  const receipts = childrenOf(part, 'Recibo')
  const bad = [
    verifySetSignature(root, part, signers.trust),
    ...receipts.map((receipt) => verifyDteSignature(receipt, child(receipt, 'DocumentoRecibo') ?? receipt, signers.trust))
  ].flatMap((signature) => signatureProblem(signature, signers))
  const values = name === 'EnvioRecibos' ? receiptValues(receipts, asked) : responseValues(name, part, asked)
  return [
    ...bad, ...areParties ? [] : ['RutResponde, RutRecibe'],
    ...values.length > 0 ? [`Los siguientes valores no coinciden: ${values.join(', ')}`] : []
  ]
}

function signatureProblem ({ problem, holder }: SignatureVerdict, { maySign }: Signers): string[] {
  if (problem !== undefined) return [`Firma incorrecta: ${problem}`]
  return maySign(holder) ? [] : [`Usuario no autorizado: ${holder}`]
}

/** Of the states: the document for the company first, that for another one second. */
const states = { RecepcionEnvio: [0, 3], ResultadoDTE: [0, 2] } as const

function responseValues (name: string, part: Element, { company, player, exchange }: Asked): string[] {
  const reception = child(part, 'RecepcionEnvio')
  if (name === 'ResultadoDTE') return documentValues(childrenOf(part, 'ResultadoDTE'), exchange, 'EstadoDTE', states.ResultadoDTE)
  const members: [string, boolean][] = [
    ['EnvioDTEID', isText(reception, 'EnvioDTEID', 'SetDoc')], ['EstadoRecepEnv', isNumber(reception, 'EstadoRecepEnv', 0)],
    ['NmbEnvio', (textOf(reception, 'NmbEnvio') ?? '').includes(String(exchange.number))],
    ['Digest', [undefined, exchange.digest].includes(textOf(reception, 'Digest')?.replace(/\s/g, ''))],
    ['RutEmisor', [undefined, player].includes(textOf(reception, 'RutEmisor'))],
    ['RutReceptor', [undefined, company].includes(textOf(reception, 'RutReceptor'))]
  ]
  return [
    ...members.filter(([, isRight]) => !isRight).map(([member]) => member),
    ...documentValues(childrenOf(reception, 'RecepcionDTE'), exchange, 'EstadoRecepDTE', states.RecepcionEnvio)
  ]
}

function documentValues (
  written: readonly Element[], { documents }: SentExchange, state: string, wanted: readonly number[]
): string[] {
  if (written.length !== documents.length) return ['NroDTE']
  return documents.flatMap((document, index) => [
    ...memberProblems(written[index], document, 'TipoDTE'),
    ...isNumber(written[index], state, wanted[index]) ? [] : [state]
  ])
}

function memberProblems (element: Element | undefined, document: BroughtDocument, type: string): string[] {
  const members: [string, string][] = [
    [type, document.type], ['Folio', document.folio], ['FchEmis', document.date], ['RUTEmisor', document.issuer],
    ['RUTRecep', document.receiver], ['MntTotal', document.total]
  ]
  return members.filter(([name, value]) => !isText(element, name, value)).map(([name]) => name)
}

/** A receipt of the company's own document, and of no other. */
function receiptValues (receipts: readonly Element[], { exchange: { documents: [own] } }: Asked): string[] {
  const [receipt] = receipts
  const document = child(receipt, 'DocumentoRecibo')
  if (receipts.length !== 1 || !own) return ['Recibo']
  return [...memberProblems(document, own, 'TipoDoc'), ...(textOf(document, 'Recinto') ?? '') === '' ? ['Recinto'] : []]
}
