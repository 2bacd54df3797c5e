import { defineGroup } from '../../http/operation.ts'
import type { WebhookDependencies } from './dependencies.ts'
import { fileOperations } from './files.ts'
import { followingOperations } from './following.ts'
import { issuingOperations } from './issuing.ts'
import { readingOperations } from './reading.ts'

/** Invoices: issue one, read its state, get its XML and PDF, retry one that stopped. */
export function webhookGroup (dependencies: WebhookDependencies) {
  return defineGroup('Webhook', (operation) => {
    issuingOperations(operation, dependencies)
    readingOperations(operation, dependencies)
    fileOperations(operation, dependencies)
    followingOperations(operation, dependencies)
  })
}
