import type { DocumentVerdict, EnvelopeVerdict } from '../judge/verdict.ts'
import type { Envelope } from '../ledger.ts'
import { glosses } from '../progress.ts'
import { writtenMail } from './written-mail.ts'

/** What the simulated company's mail server found out about the sender. */
const provenSender = 'Authentication-Results: mail.simulator.example; dkim=pass header.d=sii.cl; dmarc=pass header.from=sii.cl'

const states = { accepted: 'DOK - DTE Recibido', objected: 'RPR - DTE Aceptado con Reparos', rejected: 'RCH - DTE Rechazado' }

/** "Resultado de Validacion de Envio de DTE": the file RESULTADO_ENVIO (RespSII_v10.xsd) about an envelope. */
export function resultMail ({ envelope, verdict, to, at }: {
  envelope: Envelope, verdict: EnvelopeVerdict, to: string, at: Date
}): Buffer {
  return writtenMail({
    from: 'siidte@sii.cl', to, at, headers: [provenSender], subject: `Resultado de Validacion de Envio de DTE ${envelope.trackId}`,
    text: 'Adjunto encontrara el resultado de la validacion de su envio.',
    file: { name: `RESULTADO_ENVIO_${envelope.trackId}.xml`, bytes: Buffer.from(resultFile(envelope, verdict), 'latin1') }
  })
}

function resultFile ({ trackId, company, sender }: Envelope, { documents, refusal }: EnvelopeVerdict): string {
  const state = refusal ? `${refusal.state} - ${glosses[refusal.state]}` : `EPR - ${glosses.EPR}`
  const types = [...new Set(documents.map(({ facts }) => facts.documentType))]
  const refused = documents.filter(({ outcome }) => outcome !== 'accepted')
  return '<?xml version="1.0" encoding="ISO-8859-1"?>\n<RESULTADO_ENVIO>\n<IDENTIFICACION>' +
    `<RUTEMISOR>${company}</RUTEMISOR><RUTENVIA>${sender}</RUTENVIA><TRACKID>${trackId}</TRACKID>` +
    `<ESTADO>${state}</ESTADO></IDENTIFICACION>\n` +
    `<ESTADISTICA>${types.map((type) => subtotal(type, documents)).join('\n')}</ESTADISTICA>\n` +
    `<REVISIONENVIO>${refused.map(review).join('\n')}</REVISIONENVIO>\n</RESULTADO_ENVIO>\n`
}

function subtotal (type: number, documents: readonly DocumentVerdict[]): string {
  const of = documents.filter(({ facts }) => facts.documentType === type)
  const count = (outcome: DocumentVerdict['outcome']) => of.filter((one) => one.outcome === outcome).length
  return `<SUBTOTAL><TIPODOC>${type}</TIPODOC><INFORMADO>${of.length}</INFORMADO><RECHAZO>${count('rejected')}</RECHAZO>` +
    `<REPARO>${count('objected')}</REPARO><ACEPTA>${count('accepted')}</ACEPTA></SUBTOTAL>`
}

function review ({ facts, outcome, reasons }: DocumentVerdict): string {
  const details = reasons.map(({ code, description }) => `<DETALLE>(${code}) ${escaped(description)}</DETALLE>`).join('')
  return `<REVISIONDTE><FOLIO>${facts.folio}</FOLIO><TIPODTE>${facts.documentType}</TIPODTE>` +
    `<ESTADO>${states[outcome]}</ESTADO>${details}</REVISIONDTE>`
}

function escaped (text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
