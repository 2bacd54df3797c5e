import type { DocumentReason } from '../../../model/reasons.ts'
import { ContentDamaged } from '../../../repositories/contents/packing.ts'
import { EnvelopeDamaged } from '../../../repositories/invoicing/delivery/envelope-bytes.ts'
import type { EnvelopeRow } from '../../../repositories/invoicing/delivery/envelopes.ts'
import type { TenantRepositories } from '../../../repositories/store.ts'
import type { Sentence } from '../../../shared/errors.ts'
import { explainSiiCode } from '../sii-codes.ts'

/** The holder of a certificate; the name is undefined where the certificate is not known. */
interface Holder { taxNumber: string, name: string | undefined }

export interface EnvelopeSenders {
  /** Whom the cover sheet names (RutEnvia). */
  signer: Holder
  /** Who signs in at the SII now. */
  sender: Holder
}

/** Another holder's certificate made the envelope. */
export const certificateReplaced = 'CERTIFICATE_REPLACED'

// The cover sheet stands at the beginning of an envelope.
const coverBytes = 4096

/**
 * Who signed an envelope, and who sends it: `holderTaxNumber`, or the holder of the certificate in use. Undefined
 * without a cover sheet or a certificate.
 */
export async function sendersOf (
  { envelopes, certificates }: Pick<TenantRepositories, 'envelopes' | 'certificates'>,
  { id, certificateId }: EnvelopeRow, holderTaxNumber?: string
): Promise<EnvelopeSenders | undefined> {
  const signer = /<RutEnvia>([^<]+)<\/RutEnvia>/.exec(await coverOf(envelopes, id))?.[1]
  const known = [await certificates.find(certificateId), await certificates.findCurrent()]
  const sender = holderTaxNumber ?? known[1]?.holderTaxNumber
  if (signer === undefined || sender === undefined) return undefined
  const holderOf = (taxNumber: string): Holder =>
    ({ taxNumber, name: known.find((one) => one?.holderTaxNumber === taxNumber)?.holderName })
  return { signer: holderOf(signer), sender: holderOf(sender) }
}

/** Empty for an envelope that cannot be put together any more. */
async function coverOf (envelopes: TenantRepositories['envelopes'], id: string): Promise<string> {
  try {
    return (await envelopes.getBytes(id)).toString('latin1', 0, coverBytes)
  } catch (error) {
    if (error instanceof EnvelopeDamaged || error instanceof ContentDamaged) return ''
    throw error
  }
}

export function isOtherSender ({ signer, sender }: EnvelopeSenders): boolean {
  return signer.taxNumber !== sender.taxNumber
}

/** Why an envelope of another holder is not sent, or was refused. */
export function otherSenderReason (senders: EnvelopeSenders, description = ''): DocumentReason {
  const [signer, sender] = [inWords(senders.signer), inWords(senders.sender)]
  return {
    code: certificateReplaced, description,
    explanation: {
      en: `${signer} signed the envelope, and the certificate that sends it is now that of ${sender}. The SII takes an envelope only from who signed it.`,
      es: `El envío lo firmó ${signer} y el certificado que lo envía es ahora de ${sender}. El SII solo recibe un envío de quien lo firmó.`
    }
  }
}

/** A reason about the cover sheet, with the holder whom it names. */
export function withSender (reason: DocumentReason, { signer }: EnvelopeSenders): DocumentReason {
  const known: Sentence | undefined = reason.explanation ?? explainSiiCode(reason.code)
  const holder = inWords(signer)
  return {
    ...reason,
    explanation: {
      en: `${known ? `${known.en} ` : ''}${holder} signed and sent it.`,
      es: `${known ? `${known.es} ` : ''}Lo firmó y envió ${holder}.`
    }
  }
}

function inWords ({ taxNumber, name }: Holder): string {
  return name === undefined || name === '' ? taxNumber : `${name} (${taxNumber})`
}
