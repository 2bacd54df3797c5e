import {
  type Authority, judgeCaf, judgeStamp, judgeTotals, parseXml, readDocuments, verifyDteSignature
} from '../../sii-simulator/index.ts'
import type { Acknowledgement } from './load.ts'
import type { Tenant } from './tenants.ts'

const sampleSize = 8

export interface Archive { url: string, tenants: readonly Tenant[], authority: Authority }

/**
 * What is wrong with a sample of a run's documents as the API serves them: signature, stamp, folio authorisation and
 * totals, judged by the simulator, which shares no code with the program.
 */
export async function checkSample (
  acknowledgements: readonly Acknowledgement[], archive: Archive
): Promise<string[]> {
  const step = Math.max(1, Math.floor(acknowledgements.length / sampleSize))
  const sample = acknowledgements.filter((_, index) => index % step === 0).slice(0, sampleSize)
  const found = await Promise.all(sample.map(async (acknowledgement) => {
    const problems = judged(await xmlOf(acknowledgement, archive), acknowledgement, archive)
    return problems.map((problem) => `${acknowledgement.correlationId}: ${problem}`)
  }))
  return found.flat()
}

async function xmlOf ({ tenant, correlationId }: Acknowledgement, { url, tenants }: Archive): Promise<string> {
  const { tenantCode = '', accessKey = '', secretKey = '' } = tenants[tenant]?.keys ?? {}
  const answer = await fetch(`${url}/api/Webhook/GetXml?correlationId=${correlationId}`, {
    headers: { 'x-tenant-code': tenantCode, 'x-access-key': accessKey, 'x-secret-key': secretKey }
  })
  if (!answer.ok) throw new Error(`GetXml: ${answer.status} ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer()).toString('latin1')
}

/** The judge reads documents out of an envelope. */
function judged (
  xml: string, { folio, total, tenant }: Acknowledgement, { tenants, authority }: Archive
): string[] {
  const dte = xml.replace(/^<\?xml[^>]*\?>\s*/, '')
  const envelope = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>\n<SetDTE>${dte}</SetDTE>`, 'latin1')
  const parsed = parseXml(envelope)
  try {
    const [document] = readDocuments(parsed.root, envelope) ?? []
    if (!document) return ['no document']
    const { problem } = verifyDteSignature(document.dte, document.body, { authority, now: new Date(Date.now()) })
    const { facts } = document
    const isThis = facts.folio === folio && Number(facts.totalAmount) === total &&
      facts.issuer === tenants[tenant]?.taxNumber
    return [
      ...(problem === undefined ? [] : [problem]),
      ...(isThis ? [] : [`is ${JSON.stringify(facts)}`]),
      ...[...judgeStamp(document), ...judgeCaf(document, authority.cafPublicKey), ...judgeTotals(document)]
        .map((reason) => JSON.stringify(reason))
    ]
  } finally {
    parsed.dispose()
  }
}
