import { isBoleta, isDocumentType } from '../../dte/values/document-types.ts'
import { daysInWords } from '../../shared/durations.ts'
import { errorTable, type Sentence } from '../../shared/errors.ts'
import type { CertificateRow } from '../../repositories/tenants/certificates.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { endsSoon, isValidOn } from './certificates.ts'
import { type FolioSupply, isLow } from './folio-supply.ts'
import type { TaxAuthority } from '../../model/tax-authorities.ts'
import { resolutionOf } from '../resolution.ts'

/**
 * One thing to do before documents can go out, or those of `documentType`; `blocking` unless they can go without it.
 */
interface MissingRequirement { code: string, documentType: number | null, blocking: boolean, message: Sentence }

/** A type that the tenant uses, and how far its folios reach. */
export interface TypeReadiness {
  documentType: number
  typeName: string
  ready: boolean
  remaining: number
  daysLeft: number | null
}

/** `ready`: documents of at least one type can be issued and sent. */
export interface Readiness { ready: boolean, missing: MissingRequirement[], types: TypeReadiness[] }

export interface ReadinessFacts {
  tenant: TenantRow
  certificate: CertificateRow | null
  supplies: FolioSupply[]
  /** Whether the private keys of the certificate and of the blocks in use open. */
  keysOpen: boolean
  authorities: readonly TaxAuthority[]
  at: Date
}

interface Requirement extends Omit<MissingRequirement, 'documentType'> {
  isMet: (facts: ReadinessFacts) => boolean
  /** Whether boletas can go without it. */
  sparesBoletas?: true
}

const requirements: Requirement[] = [
  {
    code: 'AUTHORITY_UNAVAILABLE',
    blocking: true,
    message: errorTable.AUTHORITY_UNAVAILABLE,
    isMet: ({ tenant, authorities }) => authorities.some((authority) => authority === tenant.taxAuthority)
  },
  {
    code: 'RESOLUTION_MISSING',
    blocking: true,
    message: {
      en: 'Enter the number and date of the SII\'s resolution for the environment in use.',
      es: 'Ingrese el número y la fecha de la resolución del SII para el ambiente en uso.'
    },
    isMet: ({ tenant }) => resolutionOf(tenant) !== undefined
  },
  {
    code: 'CERTIFICATE_MISSING',
    blocking: true,
    message: errorTable.CERTIFICATE_MISSING,
    isMet: ({ certificate, at }) => certificate !== null && isValidOn(certificate, at)
  },
  {
    code: 'SEALED_KEY_UNREADABLE', blocking: true, message: errorTable.SEALED_KEY_UNREADABLE,
    isMet: ({ keysOpen }) => keysOpen
  },
  {
    code: 'CERTIFICATE_ENDS_SOON',
    blocking: false,
    message: {
      en: 'The certificate expires within 30 days. Upload its successor, which replaces it at once.',
      es: 'El certificado vence dentro de 30 días. Suba el nuevo, que lo reemplaza de inmediato.'
    },
    isMet: ({ certificate, at }) => certificate === null || !isValidOn(certificate, at) || !endsSoon(certificate, at)
  },
  {
    code: 'FOLIOS_MISSING',
    blocking: true,
    message: {
      en: 'There are no folios. Upload a CAF and activate it.',
      es: 'No hay folios. Suba un CAF y actívelo.'
    },
    isMet: ({ supplies }) => supplies.length > 0
  },
  {
    code: 'BUSINESS_ACTIVITY_MISSING',
    blocking: true,
    message: {
      en: 'Enter the business activity (giro). Until then, a document without one is refused.',
      es: 'Ingrese el giro. Mientras tanto, se rechaza un documento que no lo traiga.'
    },
    isMet: ({ tenant }) => tenant.businessActivity !== ''
  },
  {
    code: 'ACTIVITY_CODE_MISSING',
    blocking: true,
    message: {
      en: 'Enter an activity code (Acteco). Until then, a document without one is refused.',
      es: 'Ingrese un código de actividad (Acteco). Mientras tanto, se rechaza un documento que no lo traiga.'
    },
    isMet: ({ tenant }) => tenant.activityCodes.length > 0,
    sparesBoletas: true
  },
  {
    code: 'ADDRESS_MISSING',
    blocking: true,
    message: {
      en: 'Enter the address and municipality. Until then, a document without them is refused.',
      es: 'Ingrese la dirección y la comuna. Mientras tanto, se rechaza un documento que no las traiga.'
    },
    isMet: ({ tenant }) => Boolean(tenant.address && tenant.municipality)
  }
]

/** What is missing before the tenant's documents can be sent, and before those of each type that it uses. */
export function readinessOf (facts: ReadinessFacts): Readiness {
  const unmet = requirements.filter(({ isMet }) => !isMet(facts))
  const ofAll = unmet.map(({ code, blocking, message: { en, es } }) => ({
    code, documentType: null, blocking, message: { en, es }
  }))
  const ofTypes = facts.supplies.flatMap((supply) => lackOf(supply, facts.tenant) ?? [])
  const isOpenTo = (type: number): boolean =>
    !unmet.some(({ blocking, sparesBoletas }) => blocking && !(sparesBoletas && isDocumentType(type) && isBoleta(type)))
  const types = facts.supplies.map(({ documentType, typeName, remaining, daysLeft }) => ({
    documentType, typeName, ready: isOpenTo(documentType) && remaining > 0, remaining, daysLeft
  }))
  const missing = [...ofAll, ...ofTypes].sort((one, other) => Number(other.blocking) - Number(one.blocking))
  return { ready: types.some(({ ready }) => ready), missing, types }
}

function lackOf (supply: FolioSupply, tenant: TenantRow): MissingRequirement | undefined {
  if (supply.remaining > 0) return isLow(supply, tenant) ? lowOf(supply) : undefined
  const { documentType, typeName, inactive } = supply
  const [en, es] = [`type ${documentType} (${typeName})`, `tipo ${documentType} (${typeName})`]
  if (inactive > 0) {
    return {
      code: 'FOLIOS_INACTIVE',
      documentType,
      blocking: true,
      message: {
        en: `The folios of ${en} are uploaded, but no block is active. Activate one with Folio/Activate.`,
        es: `Los folios del ${es} están subidos, pero ningún rango está activo. Active uno con Folio/Activate.`
      }
    }
  }
  return {
    code: 'FOLIOS_MISSING',
    documentType,
    blocking: true,
    message: {
      en: `No folios of ${en} are left. Upload a CAF and activate it.`,
      es: `No quedan folios del ${es}. Suba un CAF y actívelo.`
    }
  }
}

function lowOf ({ documentType, typeName, remaining, inactive, daysLeft }: FolioSupply): MissingRequirement {
  const remedy = inactive > 0
    ? { en: 'Activate the block that is uploaded.', es: 'Active el rango que está subido.' }
    : { en: 'Upload the next CAF and activate it.', es: 'Suba el próximo CAF y actívelo.' }
  const days = daysLeft === null ? undefined : daysInWords(daysLeft)
  return {
    code: 'FOLIOS_LOW',
    documentType,
    blocking: false,
    message: {
      en: `${remaining} folios of type ${documentType} (${typeName}) are left${days ? `, enough for ${days.en}` : ''}. ${remedy.en}`,
      es: `Quedan ${remaining} folios del tipo ${documentType} (${typeName})${days ? `, para ${days.es}` : ''}. ${remedy.es}`
    }
  }
}
