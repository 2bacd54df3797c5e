import { errorTable, type Sentence } from '../../shared/errors.ts'
import type { CertificateRow } from '../../repositories/certificates.ts'
import type { FolioBlockRow } from '../../repositories/folio-blocks.ts'
import type { TenantRow } from '../../repositories/tenants.ts'
import { endsSoon, isValidOn } from './certificates.ts'
import { stateOf } from './folio-views.ts'
import type { TaxAuthority } from '../../model/tax-authorities.ts'
import { resolutionOf } from '../resolution.ts'

/** One thing to do before documents can go out; `blocking` unless each document can carry it. */
interface Lack { code: string, blocking: boolean, message: Sentence }

export interface Readiness { ready: boolean, missing: Lack[] }

export interface ReadinessFacts {
  tenant: TenantRow
  certificate: CertificateRow | null
  blocks: FolioBlockRow[]
  /** Whether the private keys of the certificate and of the blocks in use open. */
  keysOpen: boolean
  authorities: readonly TaxAuthority[]
  at: Date
  /** YYYY-MM-DD in Chile. */
  today: string
}

interface Requirement extends Lack { isMet: (facts: ReadinessFacts) => boolean }

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
      en: 'No active block has folios left. Upload a CAF and activate it.',
      es: 'No quedan folios en un rango activo. Suba un CAF y actívelo.'
    },
    isMet: ({ blocks, today }) => blocks.some((block) => stateOf(block, today) === 2)
  },
  {
    code: 'BUSINESS_ACTIVITY_MISSING',
    blocking: false,
    message: {
      en: 'Enter the business activity (giro), or send it with each document.',
      es: 'Ingrese el giro, o envíelo con cada documento.'
    },
    isMet: ({ tenant }) => tenant.businessActivity !== ''
  },
  {
    code: 'ACTIVITY_CODE_MISSING',
    blocking: false,
    message: {
      en: 'Enter an activity code (Acteco), or send it with each document.',
      es: 'Ingrese un código de actividad (Acteco), o envíelo con cada documento.'
    },
    isMet: ({ tenant }) => tenant.activityCodes.length > 0
  },
  {
    code: 'ADDRESS_MISSING',
    blocking: false,
    message: {
      en: 'Enter the address and municipality, or send them with each document.',
      es: 'Ingrese la dirección y la comuna, o envíelas con cada documento.'
    },
    isMet: ({ tenant }) => Boolean(tenant.address && tenant.municipality)
  }
]

/** What is missing before the tenant's documents can be sent. */
export function readinessOf (facts: ReadinessFacts): Readiness {
  const missing = requirements.filter(({ isMet }) => !isMet(facts)).map(({ code, blocking, message: { en, es } }) => ({
    code, blocking, message: { en, es }
  }))
  return { ready: !missing.some(({ blocking }) => blocking), missing }
}
