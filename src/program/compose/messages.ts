import { createMailIntakeFor } from '../../adapters/mail-intake/mail-intake.ts'
import { createMailReader } from '../../adapters/mail-intake/mail-reader.ts'
import { createNotificationPost } from '../../adapters/notifications/index.ts'
import { createDeadlineWarnings } from '../../certification/workflow/deadlines.ts'
import { createResultFiles } from '../../certification/workflow/result-files.ts'
import { createVerdictMails } from '../../certification/workflow/verdict-mails.ts'
import { createCertificateWarnings } from '../../services/tenants/certificate-warnings.ts'
import { createFolioWarnings } from '../../services/tenants/folio-warnings.ts'
import { createRejectionMails } from '../../services/invoicing/delivery/rejection-mails.ts'
import { createWeeklyMails } from '../../services/reports/weekly-mails.ts'
import { createContents } from '../../services/mail/contents.ts'
import { createDocumentSending } from '../../services/publishing/document-sending.ts'
import { createDocumentMail } from '../../services/printing/document-mail.ts'
import { createMailDispatcher } from '../../services/mail/mail-dispatcher.ts'
import { createMailFetching } from '../../services/mailbox/fetching.ts'
import { createMailMessages } from '../../services/mailbox/messages.ts'
import { createMailboxSettings } from '../../services/mailbox/settings.ts'
import { createMailProcessor } from '../../services/mailbox/mail-processing.ts'
import { createDeliveryLog } from '../../services/notifications/delivery-log.ts'
import { createAnswerRecords } from '../../services/receiving/answer-records.ts'
import { createAnswerSending } from '../../services/receiving/answer-sending.ts'
import { createReceivedExports } from '../../services/receiving/exports.ts'
import { createConfirmation } from '../../services/receiving/confirmation.ts'
import { createClaimSending } from '../../services/receiving/claim-sending.ts'
import { createReceivedClaims } from '../../services/receiving/claims.ts'
import { createReceivingPolicies } from '../../services/receiving/policies.ts'
import { createReceivedDeadlines } from '../../services/receiving/deadlines.ts'
import { createReceivedPrinting } from '../../services/receiving/printing.ts'
import { createReceivedRegistry } from '../../services/receiving/registry.ts'
import { createReceivedRecords } from '../../services/receiving/records.ts'
import { createReceiving } from '../../services/receiving/receiving.ts'
import { createNotifier } from '../../services/notifications/deliver.ts'
import { createNotificationEndpoints } from '../../services/notifications/endpoints.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Invoicing } from './invoicing.ts'
import type { Printing } from './printing.ts'
import type { Tenancy } from './tenancy.ts'

/** What goes out to people, by mail, and to the tenants' own addresses. */
export function composeMessages (
  infrastructure: Infrastructure, { tenants, certificates, trustedCafKeys }: Tenancy,
  { records, uploadResults, bookResults, certification }: Invoicing, { printing, publicLinks }: Printing
) {
  const {
    config, clock, logger, version, store, gateway, sealing, mailer, renderer, allowances, measured, substitutes,
    tableFiles, onWork
  } = infrastructure
  const allowPrivate = config.NOTIFICATIONS_ALLOW_PRIVATE
  const documentMail = createDocumentMail({
    records, printing, tenantOf: tenants.factsOf, certificateOf: certificates.certificateOf,
    linkOf: publicLinks.forCopy, clock
  })
  const intake = createMailIntakeFor({ allowPrivate, countHeld: measured.held })
  const reader = createMailReader({ authorities: config.TRUSTED_AUTHORITIES, countHeld: measured.held })
  const receiving = createReceiving({ store, reader, trustedCafKeys, clock, onWork })
  const receivedRecords = createReceivedRecords({ store, clock })
  const answerSending = createAnswerSending({ store, credentialOf: certificates.credentialOf, clock, onWork })
  const receivedConfirmation = createConfirmation({ store, gateway, certificateOf: certificates.certificateOf, clock })
  return {
    receiving,
    receivedRecords,
    receivedClaims: createReceivedClaims({ store, clock, onWork }),
    receivingPolicies: createReceivingPolicies({ store, clock }),
    answerSending,
    answerRecords: createAnswerRecords({ store, clock, onWork }),
    receivedExports: createReceivedExports({ store, tables: tableFiles, clock }),
    receivedPrinting: createReceivedPrinting({ store, receivedRecords, receiving, reader, renderer }),
    receivedConfirmation,
    receivedDeadlines: createReceivedDeadlines({ store, clock }),
    receivedRegistry: createReceivedRegistry({ store, gateway, certificateOf: certificates.certificateOf, clock }),
    claimSending: createClaimSending({
      store, gateway, confirmation: receivedConfirmation, certificateOf: certificates.certificateOf, clock,
      leaseSeconds: config.WORKER_LEASE_SECONDS
    }),
    documentSending: createDocumentSending({
      store, allowances, canMail: mailer.available, clock, onMail: measured.mail, onWork
    }),
    mailboxes: createMailboxSettings({ store, sealing, intake, clock, allowPrivate, onWork }),
    mailMessages: createMailMessages({ store, clock, onWork }),
    mailFetching: createMailFetching({
      store, sealing, intake, clock, leaseSeconds: config.WORKER_LEASE_SECONDS, onWork
    }),
    mailProcessor: createMailProcessor({
      store, reader, uploadResults, receiving,
      processBookResult: bookResults.take, processVerdict: createVerdictMails(certification.verdicts), clock
    }),
    resultFiles: createResultFiles({ uploadResults, verdicts: certification.verdicts, reader, clock }),
    notifications: createNotificationEndpoints({ store, sealing, clock, allowPrivate, onWork }),
    deliveryLog: createDeliveryLog({ store, clock, onWork }),
    notifier: createNotifier({
      store, sealing, clock, version,
      sender: createNotificationPost({ allowPrivate, timeoutMs: substitutes?.timeoutMs }),
      onOutcome: measured.notification
    }),
    mailDispatcher: createMailDispatcher({
      store,
      mailer,
      contentOf: createContents({
        sealing, publicUrl: config.PUBLIC_URL, hasConsole: config.CONSOLE === 'on', documentMail,
        answerMail: answerSending.mail
      }),
      allowances,
      clock,
      leaseSeconds: config.WORKER_LEASE_SECONDS,
      onTrouble: (trouble) => { logger.warn(trouble, 'a mail could not be sent') },
      onMail: measured.mail
    }),
    rejectionMails: createRejectionMails({ store, clock }),
    weeklyMails: createWeeklyMails({ store, clock }),
    deadlineWarnings: createDeadlineWarnings({ store, clock }),
    certificateWarnings: createCertificateWarnings({ store, clock }),
    folioWarnings: createFolioWarnings({ store, clock })
  }
}

export type Messages = ReturnType<typeof composeMessages>
