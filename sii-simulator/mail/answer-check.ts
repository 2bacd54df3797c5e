import { isAnswer, partOf } from '../judge/answer-parts.ts'
import { answerSchemaProblems } from '../judge/schema/validator.ts'
import { type Trust, verifyDteSignature, verifySetSignature } from '../judge/signatures.ts'
import { characterProblems, child, childrenOf, type Element, parseXml, textAt, XmlRefused } from '../judge/xml.ts'

/** An answer to a supplier that came by mail, and what is wrong with it. */
export interface CheckedAnswer {
  to: string[]
  kind: 'reception' | 'result' | 'receipt'
  responder: string
  recipient: string
  /** IdRespuesta; empty for receipts. */
  number: string
  /** EstadoRecepEnv of a reception. */
  code: string
  /** `33/7:0`: type, folio and state of each document. */
  documents: string[]
  findings: string[]
}

const kinds: Readonly<Record<string, CheckedAnswer['kind']>> = { Recibo: 'receipt', ResultadoDTE: 'result' }

/** Checks the answers that suppliers get: schema, signatures in place and cut out, and that none is given twice. */
export function createAnswerCheck ({ trust }: { trust: () => Trust }) {
  const answers: CheckedAnswer[] = []
  const seen = new Set<string>()

  function check (root: Element, to: string[]): CheckedAnswer {
    const part = partOf(root)
    const cover = child(part, 'Caratula')
    const details = ['RecepcionEnvio', 'ResultadoDTE', 'Recibo'].flatMap((name) => childrenOf(part, name))
    const [first] = details
    const kind = kinds[first?.name ?? ''] ?? 'reception'
    const text = (element: Element | undefined, name: string): string => textAt(element, name) ?? ''
    const answer = {
      to, kind, responder: text(cover, 'RutResponde'), recipient: text(cover, 'RutRecibe'),
      number: text(cover, 'IdRespuesta'), code: text(first, 'EstadoRecepEnv'), documents: details.flatMap(documentsIn)
    }
    const counted = kind === 'receipt' || textAt(cover, 'NroDetalles') === String(details.length)
    return {
      ...answer,
      findings: [
        ...answerSchemaProblems(root), ...signatureProblems(root, part, trust()), ...counted ? [] : ['NroDetalles'],
        ...repetitions(answer, first)
      ]
    }
  }

  function repetitions (answer: Omit<CheckedAnswer, 'findings'>, first: Element | undefined): string[] {
    const { kind, responder, recipient, number, code, documents } = answer
    const what = kind === 'reception' ? `${textAt(first, 'CodEnvio')}:${code}` : documents.join()
    const keys = [
      `${responder}/${recipient}/${kind}/${what}`, ...number === '' ? [] : [`${responder}/IdRespuesta/${number}`]
    ]
    const found = keys.filter((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return found.map((key) => `Respondido dos veces: ${key}`)
  }

  return {
    answers: answers as readonly CheckedAnswer[],

    /** Checks a file that was mailed; other files than answers are left alone. */
    receive (bytes: Buffer, to: string[]): void {
      try {
        const { root, encoding, dispose } = parseXml(bytes)
        try {
          if (!isAnswer(root)) return
          const answer = check(root, to)
          answers.push({ ...answer, findings: [...answer.findings, ...characterProblems(bytes, encoding)] })
        } finally {
          dispose()
        }
      } catch (error) {
        if (!(error instanceof XmlRefused)) throw error
      }
    }
  }
}

function signatureProblems (root: Element, part: Element | undefined, trust: Trust): string[] {
  if (!part) return ['Sin contenido']
  const receipts = childrenOf(part, 'Recibo').flatMap((receipt) => {
    const document = child(receipt, 'DocumentoRecibo') ?? receipt
    return [verifyDteSignature(receipt, document, trust), verifySetSignature(receipt, document, trust)]
  })
  return [verifySetSignature(root, part, trust), ...receipts].flatMap(({ problem }) => problem ?? [])
}

function documentsIn (detail: Element): string[] {
  const listed = detail.name === 'RecepcionEnvio'
    ? childrenOf(detail, 'RecepcionDTE')
    : [detail.name === 'Recibo' ? child(detail, 'DocumentoRecibo') : detail]
  return listed.map((one) => {
    const type = textAt(one, 'TipoDTE') ?? textAt(one, 'TipoDoc')
    const state = textAt(one, 'EstadoRecepDTE') ?? textAt(one, 'EstadoDTE') ?? ''
    return `${type}/${textAt(one, 'Folio')}:${state}`
  })
}
