import { readBookResult } from '../../adapters/sii/book-result.ts'
import { createResultReader } from '../../adapters/sii/result-reader.ts'
import { spreadsheets } from '../../adapters/spreadsheet/index.ts'
import { parseDecimal } from '../../dte/values/amounts.ts'
import { createBulkInvoices } from '../../services/bulk/index.ts'
import { createBookResults } from '../../certification/workflow/book-results.ts'
import { createCertification } from '../../certification/workflow/index.ts'
import { createBulkProcessing } from '../../services/bulk/processing.ts'
import { createCustomerMonths } from '../../services/customers/customer-months.ts'
import { createCustomers } from '../../services/customers/customers.ts'
import { createProducts } from '../../services/customers/products.ts'
import { createBuiltEnvelopes } from '../../services/invoicing/delivery/built-envelopes.ts'
import { createExports } from '../../services/invoicing/documents/exports.ts'
import { createFollowUp } from '../../services/invoicing/delivery/follow-up.ts'
import { createSiiCheck } from '../../services/invoicing/delivery/sii-check.ts'
import { createIssuer } from '../../services/invoicing/issuing/issue.ts'
import { createPacker } from '../../services/invoicing/delivery/pack.ts'
import { createDirectory } from '../../services/directory/directory.ts'
import { createNotes } from '../../services/invoicing/notes/notes.ts'
import { createProposals } from '../../services/invoicing/issuing/proposals.ts'
import { createReceiverLookup } from '../../services/invoicing/issuing/receiver-lookup.ts'
import { createRecords } from '../../services/invoicing/documents/records.ts'
import { createRegistryQuestions } from '../../services/invoicing/registry/questions.ts'
import { createReasonsRequests } from '../../services/invoicing/delivery/reasons-requests.ts'
import { createRegistryRefresh } from '../../services/invoicing/registry/refresh.ts'
import { createRetry } from '../../services/invoicing/delivery/retry.ts'
import { createReception } from '../../services/invoicing/issuing/save.ts'
import { createDelivery } from '../../services/invoicing/delivery/send.ts'
import { createSigner } from '../../services/invoicing/issuing/signer.ts'
import { createUploadResults } from '../../services/invoicing/delivery/upload-results.ts'
import { createWaitingDocuments } from '../../services/invoicing/issuing/waiting-documents.ts'
import { createTableFiles } from '../../services/table-files.ts'
import { isLockTimeout } from '../../shared/database-errors.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Tenancy } from './tenancy.ts'

/** The way of a document, from what is posted to the verdict. */
export function composeInvoicing (
  { config, clock, logger, store, gateway, measured, onWork }: Infrastructure,
  { tenants, certificates, folios }: Tenancy
) {
  const { certificateOf, credentialOf } = certificates
  const tenantOf = tenants.factsOf
  const directory = createDirectory({ store, clock })
  const signer = createSigner({
    credentialOf, cafs: { open: folios.openCaf, find: folios.findOpenCaf }
  })
  const linger = { DTE: config.ENVELOPE_LINGER_SECONDS, BOLETA: config.BOLETA_LINGER_SECONDS }
  const issuer = createIssuer({
    store, signer, factsOf: tenantOf, clock, linger, onWork,
    onBatchFailure: (error, documents) => {
      measured.batchFailed(documents)
      const instead = 'they are issued tenant by tenant'
      // A lock of another transaction is not a fault.
      if (isLockTimeout(error)) logger.info({ documents }, `a batch of documents waited too long for a lock; ${instead}`)
      else logger.warn({ err: error, documents }, `a batch of documents failed; ${instead}`)
    }
  })
  const reception = createReception({
    store, issuer, tenantOf, invalidateTenant: tenants.invalidate, clock, directory, ufValue: parseDecimal(config.UF_VALUE ?? ''),
    guideTransportFrom: config.GUIDE_TRANSPORT_FROM
  })
  const proposals = createProposals({ store })
  const tables = createTableFiles({ spreadsheets, clock })
  const checkSii = createSiiCheck({ store, gateway, certificateOf, clock })
  const built = createBuiltEnvelopes()
  const firstPollSeconds = config.SII_FIRST_POLL_SECONDS
  return {
    reception,
    certification: createCertification({
      store, signer, prepareFor: reception.prepareFor, certificateOf, built, clock, onWork
    }),
    records: createRecords({ store }),
    proposals,
    notes: createNotes({ store }),
    customers: createCustomers({ store, clock, tables, spreadsheets }),
    customerMonths: createCustomerMonths({ store, clock }),
    products: createProducts({ store, clock, tables, spreadsheets }),
    receiverLookup: createReceiverLookup({ store, directory, tenantOf }),
    exports: createExports({ store, tables }),
    uploadResults: createUploadResults({
      store, readUploadResult: createResultReader({ countHeld: measured.held }), clock
    }),
    bookResults: createBookResults({ store, readBookResult, clock }),
    retry: createRetry({ store, signer, reception, checkSii, factsOf: tenantOf, clock, onWork }),
    waitingDocuments: createWaitingDocuments({ store, signer, factsOf: tenantOf, clock, linger }),
    packer: createPacker({
      store, certificateOf, tenantOf, clock, largestEnvelope: config.ENVELOPE_DOCUMENTS, built
    }),
    delivery: createDelivery({
      store,
      gateway,
      certificateOf,
      clock,
      built,
      timing: {
        firstPollSeconds, reconcileSeconds: config.SII_RECONCILE_SECONDS, leaseSeconds: config.WORKER_LEASE_SECONDS
      }
    }),
    registryQuestions: createRegistryQuestions({ store, gateway, certificateOf, clock }),
    registryRefresh: createRegistryRefresh({ store, onWork }),
    reasonsRequests: createReasonsRequests({ store, gateway, certificateOf, clock }),
    followUp: createFollowUp({ store, gateway, certificateOf, clock, firstPollSeconds }),
    bulkInvoices: createBulkInvoices({ store, reception, spreadsheets, clock, onWork }),
    bulkProcessing: createBulkProcessing({
      store,
      issuer,
      reception,
      clock,
      onWork,
      onFailure: (error, rowId) => {
        logger.error({ err: error, rowId }, 'a row of a bulk submission could not be issued')
      }
    })
  }
}

export type Invoicing = ReturnType<typeof composeInvoicing>
