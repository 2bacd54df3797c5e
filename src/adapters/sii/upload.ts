import { createHash } from 'node:crypto'
import type { EnvelopeUpload, SiiTarget, UploadOutcome } from '../../services/ports.ts'
import type { SiiClient } from './client.ts'
import type { HttpOutcome } from './http.ts'
import { rutParts } from './identifiers.ts'
import { multipart } from './multipart.ts'
import { readBoletaReceipt, readReceipt } from './receipt.ts'
import type { Attempt, Sessions } from './session.ts'
import { describeFailure } from './soap.ts'

const channels = {
  DTE: { endpoint: 'documents', path: '/cgi_dte/UPL/DTEUpload', accept: 'text/xml', read: readReceipt },
  BOLETA: {
    endpoint: 'boletaUploads', path: '/recursos/v1/boleta.electronica.envio', accept: 'application/json',
    read: readBoletaReceipt
  }
} as const

/**
 * Uploads envelopes. The bytes go out once, and a second time only after an answer that says the token was refused:
 * everything else, an unknown outcome above all, is for the caller to settle by asking.
 */
export function createUpload ({ client, sessions }: { client: SiiClient, sessions: Sessions }) {
  return async (target: SiiTarget, envelope: EnvelopeUpload): Promise<UploadOutcome> => {
    const { contentType, body } = uploadForm(target, envelope)
    const summary = summaryOf(target, envelope)
    const { endpoint, path, accept, read } = channels[envelope.kind]
    const result = await sessions.withToken(target, envelope.kind, async (token) => {
      const headers = { Accept: accept, 'Content-Type': contentType }
      const outcome = await client.send(target, {
        operation: 'upload', kind: envelope.kind, endpoint, path, headers, token, body, summary
      })
      return readOutcome(outcome, read)
    })
    return result.kind === 'noToken' ? { kind: 'notSent', cause: result.cause } : result
  }
}

function uploadForm (target: SiiTarget, envelope: EnvelopeUpload): ReturnType<typeof multipart> {
  return multipart({
    fields: fieldsOf(target, envelope),
    file: { field: 'archivo', name: envelope.fileName, contentType: 'text/xml', bytes: envelope.bytes }
  })
}

function fieldsOf ({ credential }: SiiTarget, { issuerTaxNumber }: EnvelopeUpload): [string, string][] {
  const sender = rutParts(credential.holderTaxNumber)
  const company = rutParts(issuerTaxNumber)
  return [
    ['rutSender', sender.number],
    ['dvSender', sender.checkDigit],
    ['rutCompany', company.number],
    ['dvCompany', company.checkDigit]
  ]
}

/** The file itself is stored as the envelope. */
function summaryOf (target: SiiTarget, envelope: EnvelopeUpload): string {
  const fields = fieldsOf(target, envelope).map(([name, value]) => `${name}: ${value}`)
  const hash = createHash('sha256').update(envelope.bytes).digest('hex')
  return [...fields, `archivo: ${envelope.fileName}, ${envelope.bytes.length} bytes, SHA-256 ${hash}`].join('\n')
}

function readOutcome (
  outcome: HttpOutcome, read: (status: number, text: string) => Attempt<UploadOutcome>
): Attempt<UploadOutcome> {
  if (outcome.kind === 'answered') {
    const attempt = read(outcome.status, outcome.text)
    return outcome.bodyWithheld ? { ...attempt, result: withoutBody(attempt.result) } : attempt
  }
  const kind = outcome.bytesMayHaveLeft ? 'unknown' : 'notSent'
  return { result: { kind, cause: describeFailure(outcome) }, tokenRefused: false }
}

/** What an answer means that came before the body: nothing was sent, whatever it says. */
function withoutBody (result: UploadOutcome): UploadOutcome {
  switch (result.kind) {
    case 'unknown':
      return { kind: 'notSent', cause: result.cause }
    // The SII cannot have received what was not sent.
    case 'received':
    case 'duplicate':
      return { kind: 'unknown', cause: 'a receipt that came before the file' }
    case 'refused':
    case 'notSent':
      return result
  }
}
