import { daysInWords } from '../../shared/durations.ts'
import type { Sentence } from '../../shared/errors.ts'
import { linkTo } from './letter.ts'
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
  /** The console's page of folios; undefined where there is no console. */
  link?: string | undefined
}

export function foliosLowLetter ({ environment, documentType, typeName, ...supply }: LowFolios): InLanguages {
  const { remaining, daysLeft, link } = supply
  const todo = todoOf(supply)
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
        todo.es
      ],
      ...linkTo(link, 'Ver los folios'),
      footer: footers.es
    },
    en: {
      subject: `${leftOf(remaining, { es: typeName, en: typeName }).en} for ${company.en}`,
      paragraphs: [
        `${left.en} for ${company.en}${days ? `, enough for ${days.en}` : ''}.`,
        'Without folios, no documents of this type can be issued.',
        todo.en
      ],
      ...linkTo(link, 'See the folios'),
      footer: footers.en
    }
  }
}

export interface StoppedFolios extends Pick<LowFolios, 'businessName' | 'taxNumber' | 'documentType' | 'typeName' | 'link'> {
  rangeFrom: number
  rangeTo: number
  /** The one that the SII has from another program. */
  folio: number
}

export function foliosStoppedLetter (
  { documentType, typeName, rangeFrom, rangeTo, folio, link, ...owner }: StoppedFolios
): InLanguages {
  const company = companyName(owner)
  return {
    es: {
      subject: `Folios detenidos: ${typeName} ${rangeFrom} a ${rangeTo} de ${company.es}`,
      paragraphs: [
        `El SII rechazó la ${typeName} (tipo ${documentType}) N° ${folio} de ${company.es}: ya había recibido otro documento con ese folio. Otro programa usó folios de este CAF.`,
        `Timbre dejó de usar los folios ${rangeFrom} a ${rangeTo}, para que no se rechace un documento tras otro. Los documentos que aún no se enviaban quedaron en espera.`,
        `Busque en el otro programa, o en el sitio del SII, el último folio usado. ${link === undefined ? 'Reanude el rango con Folio/Activate y, en `next`, el primer folio sin usar' : 'Reanude el rango en la página Folios desde el primer folio sin usar'}. Reintente después los documentos rechazados: toman un folio nuevo.`
      ],
      ...linkTo(link, 'Ver los folios'),
      footer: footers.es
    },
    en: {
      subject: `Folios stopped: ${typeName} ${rangeFrom} to ${rangeTo} of ${company.en}`,
      paragraphs: [
        `The SII rejected ${typeName} (type ${documentType}) number ${folio} of ${company.en}: it had received another document with that folio. Another program used folios of this CAF.`,
        `Timbre stopped using folios ${rangeFrom} to ${rangeTo}, so that no further documents are rejected. Documents that were not sent yet wait.`,
        `Find the last used folio in the other program or on the SII's site. ${link === undefined ? 'Resume the block with Folio/Activate and, in `next`, the first unused folio' : 'Resume the block on the page Folios from the first unused folio'}. Then retry the rejected documents: they take a new folio.`
      ],
      ...linkTo(link, 'See the folios'),
      footer: footers.en
    }
  }
}

/** What to do: the console's page uploads the files and activates them. */
function todoOf ({ inactive, suggested = 0, link }: Pick<LowFolios, 'inactive' | 'suggested' | 'link'>): Sentence {
  if (inactive > 0) {
    const place = link === undefined ? undefined : { es: 'en la página Folios', en: 'on the page Folios' }
    return {
      es: `Hay ${inactive} folios subidos que no están activos: actívelos ${place?.es ?? '(Folio/Activate)'}.`,
      en: `${inactive} folios are uploaded but not active: activate them ${place?.en ?? '(Folio/Activate)'}.`
    }
  }
  const some = suggested > 0 ? `${suggested} folios` : 'folios'
  const [es, en] = link === undefined
    ? [', suba el archivo CAF (Folio/Upload) y actívelo (Folio/Activate)', ', upload the CAF file (Folio/Upload) and activate it (Folio/Activate)']
    : [' y suba el archivo CAF en la página Folios', ' and upload the CAF file on the page Folios']
  return { es: `Solicite ${some} en el sitio del SII${es}.`, en: `Request ${some} on the SII's site${en}.` }
}

function leftOf (remaining: number, type: Sentence): Sentence {
  if (remaining === 0) return { es: `No quedan folios de ${type.es}`, en: `No folios of ${type.en} are left` }
  return remaining === 1
    ? { es: `Queda 1 folio de ${type.es}`, en: `1 folio of ${type.en} is left` }
    : { es: `Quedan ${remaining} folios de ${type.es}`, en: `${remaining} folios of ${type.en} are left` }
}
