import { daysInWords } from '../../shared/durations.ts'
import type { Sentence } from '../../shared/errors.ts'
import { footers, type InLanguages } from './letters.ts'
import { companyName } from './names.ts'

export interface LowFolios {
  businessName: string
  taxNumber?: string | undefined
  environment: 'certification' | 'production'
  documentType: number
  typeName: string
  /** In active blocks. */
  remaining: number
  /** In blocks that are uploaded and not active. */
  inactive: number
  daysLeft: number | null
  /** How many to request at the SII. */
  suggested?: number | undefined
}

export function foliosLowLetter ({ environment, documentType, typeName, ...supply }: LowFolios): InLanguages {
  const { remaining, inactive, daysLeft, suggested = 0 } = supply
  const some = suggested > 0 ? `${suggested} folios` : 'folios'
  const company = companyName(supply)
  const trial = environment === 'certification'
    ? { es: ', ambiente de certificación', en: ', certification environment' }
    : { es: '', en: '' }
  const days = daysLeft === null || remaining === 0 ? undefined : daysInWords(daysLeft)
  const left = leftOf(remaining, {
    es: `${typeName} (tipo ${documentType}${trial.es})`, en: `${typeName} (type ${documentType}${trial.en})`
  })
  return {
    es: {
      subject: `${leftOf(remaining, { es: typeName, en: typeName }).es} para ${company.es}`,
      paragraphs: [
        `${left.es} para ${company.es}${days ? `, para ${days.es}` : ''}.`,
        'Sin folios no se pueden emitir documentos de este tipo.',
        inactive > 0
          ? `Hay ${inactive} folios subidos que no están activos: actívelos (Folio/Activate).`
          : `Solicite ${some} en el sitio del SII, suba el archivo CAF (Folio/Upload) y actívelo (Folio/Activate).`
      ],
      footer: footers.es
    },
    en: {
      subject: `${leftOf(remaining, { es: typeName, en: typeName }).en} for ${company.en}`,
      paragraphs: [
        `${left.en} for ${company.en}${days ? `, enough for ${days.en}` : ''}.`,
        'Without folios, no documents of this type can be issued.',
        inactive > 0
          ? `${inactive} folios are uploaded but not active: activate them (Folio/Activate).`
          : `Request ${some} on the SII's site, upload the CAF file (Folio/Upload) and activate it (Folio/Activate).`
      ],
      footer: footers.en
    }
  }
}

function leftOf (remaining: number, type: Sentence): Sentence {
  if (remaining === 0) return { es: `No quedan folios de ${type.es}`, en: `No folios of ${type.en} are left` }
  return remaining === 1
    ? { es: `Queda 1 folio de ${type.es}`, en: `1 folio of ${type.en} is left` }
    : { es: `Quedan ${remaining} folios de ${type.es}`, en: `${remaining} folios of ${type.en} are left` }
}
