import { archives } from '../../adapters/archives/zip.ts'
import { readExchangeEnvelope } from '../../adapters/sii/exchange-envelope.ts'
import { createExchangeAnswers } from '../../certification/workflow/exchange-answers.ts'
import { createGoLive } from '../../certification/workflow/go-live.ts'
import { createSamples } from '../../certification/workflow/samples.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Invoicing } from './invoicing.ts'
import type { Printing } from './printing.ts'
import type { Tenancy } from './tenancy.ts'

/** A company's way through the SII's certification. */
export function composeCertification (
  { store, clock }: Infrastructure, { certificates, tenants, ipAllowList }: Tenancy, { certification }: Invoicing,
  { printing, pdfTemplates }: Printing
) {
  return {
    certification,
    certificationFiles: {
      exchangeAnswers: createExchangeAnswers({
        store, readExchangeEnvelope, credentialOf: certificates.credentialOf, archives, clock
      }),
      samples: createSamples({ store, printing, archives, clock }),
      goLive: createGoLive({ store, tenants, templates: pdfTemplates, allowList: ipAllowList })
    }
  }
}
