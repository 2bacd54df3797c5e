import type { DocumentReceiver } from '../../../dte/document.ts'
import { parseRut, type Rut } from '../../../dte/values/rut.ts'
import type { Store } from '../../../repositories/store.ts'
import type { TenantRow } from '../../../repositories/tenants/tenants.ts'
import { problemAt, ServiceError } from '../../../shared/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Directory, DirectoryAnswer } from '../../directory/directory.ts'
import { latestReceiver } from './known-receiver.ts'

export interface ReceiverLookupDependencies {
  store: Store
  directory: Pick<Directory, 'find'>
  tenantOf: (tenantId: string) => Promise<TenantRow>
}

/** What is known of a company: from the latest document for it, and from the SII's directory. */
export interface KnownReceiver extends Omit<Partial<DocumentReceiver>, 'businessName'> {
  taxNumber: Rut
  businessName: string | undefined
  /** Undefined without a directory. */
  isElectronic: boolean | undefined
  exchangeMailbox: string | undefined
  /** YYYY-MM-DD */
  directoryDate: string | undefined
}

const noRut = { en: 'is not a RUT with a right check digit', es: 'no es un RUT con dígito verificador correcto' }

/** Finds a company by its RUT, for forms. */
export function createReceiverLookup ({ store, directory, tenantOf }: ReceiverLookupDependencies) {
  return {
    /** Throws ServiceError VALIDATION_FAILED for what is not a RUT. */
    async find (actor: Actor, posted: string): Promise<KnownReceiver> {
      const taxNumber = parseRut(posted)
      if (taxNumber === undefined) {
        throw new ServiceError('VALIDATION_FAILED', { problems: [problemAt('taxNumber', noRut)] })
      }
      const earlier = await store.asTenant(actor.tenantId, ({ proposals }) => latestReceiver(proposals, taxNumber))
      const answer = await directory.find(await tenantOf(actor.tenantId), taxNumber)
      return {
        ...earlier,
        taxNumber,
        businessName: earlier?.businessName ?? answer?.company?.name,
        ...answer ? said(answer) : unsaid
      }
    }
  }
}

const unsaid = { isElectronic: undefined, exchangeMailbox: undefined, directoryDate: undefined }

function said ({ version, company }: DirectoryAnswer): Pick<KnownReceiver, keyof typeof unsaid> {
  return {
    isElectronic: company !== undefined, exchangeMailbox: company?.mailbox ?? undefined, directoryDate: version.listedOn
  }
}

export type ReceiverLookup = ReturnType<typeof createReceiverLookup>
