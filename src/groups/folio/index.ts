import { envelopedBoolean, ok } from '../../http/envelope.ts'
import { deletion, idToDelete } from '../../http/ids.ts'
import { defineGroup } from '../../http/operation.ts'
import type { Folios } from '../../services/tenants/folios.ts'
import * as schemas from './schemas.ts'

/** Blocks of folios: upload a CAF, see what is left, activate, delete. */
export function folioGroup ({ folios }: { folios: Folios }) {
  return defineGroup('Folio', (operation) => {
    operation({
      method: 'GET',
      path: '/List',
      olderPath: '/GetFolioBlocks',
      rule: { permission: 'Folio.Read' },
      summary: 'List folio blocks',
      answer: schemas.folioBlocks,
      handler: async ({ actor }) => ok(await folios.list(actor))
    })

    operation({
      method: 'POST',
      path: '/Upload',
      rule: { permission: 'Folio.Manage' },
      summary: 'Upload a CAF (the folio range authorised by the SII)',
      description: 'Activate the block to use its folios.',
      ...schemas.cafForm,
      answer: schemas.uploaded,
      handler: async ({ actor, body }) => ok(await folios.upload(actor, body.File))
    })

    operation({
      method: 'PUT',
      path: '/Activate',
      rule: { permission: 'Folio.Manage' },
      summary: 'Activate a folio block',
      description: 'Adds the block to the end of the queue for its document type. Documents waiting for folios of that type are issued immediately.',
      body: schemas.activateBody,
      answer: envelopedBoolean,
      handler: async ({ actor, body }) => {
        await folios.activate(actor, body.id)
        return ok(true)
      }
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'Folio.Manage' },
      summary: 'Delete an unused folio block',
      ...deletion,
      answer: envelopedBoolean,
      handler: async (call) => {
        await folios.delete(call.actor, idToDelete(call))
        return ok(true)
      }
    })
  })
}
