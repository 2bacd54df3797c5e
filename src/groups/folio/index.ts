import { envelopedBoolean, ok } from '../../http/envelope.ts'
import { deletion, idToDelete } from '../../http/ids.ts'
import { defineGroup } from '../../http/operation.ts'
import type { FolioPlans } from '../../services/tenants/folio-plan.ts'
import type { Folios } from '../../services/tenants/folios.ts'
import type { Rehearsals } from '../../services/tenants/rehearsals.ts'
import type { SpentFolioService } from '../../services/invoicing/delivery/spent-folios.ts'
import { sendFile } from '../../http/plugins/downloads.ts'
import * as schemas from './schemas.ts'

/** Blocks of folios: upload a CAF, see what is left, activate, delete. */
export function folioGroup (
  { folios, folioPlans, spentFolios, rehearsals }: {
    folios: Folios, folioPlans: FolioPlans, spentFolios: SpentFolioService, rehearsals: Rehearsals
  }
) {
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
      method: 'GET',
      path: '/Plan',
      rule: { permission: 'Folio.Read' },
      summary: 'Plan how many folios to request',
      description: 'For each type in use: when its folios run out, by when to request others on the SII\'s site, and how many, so that they last for `days` at the present pace. Folios that expire before they are used do not count; documents that wait for one do. In a certification it also says which folios each attempt at a set took, and how many the next one takes.',
      query: schemas.planQuery,
      answer: schemas.folioPlans,
      handler: async ({ actor, query }) => ok(await folioPlans.plan(actor, query.days))
    })

    operation({
      method: 'GET',
      path: '/Spent',
      rule: { permission: 'Folio.Read' },
      summary: 'List folios of which no valid document exists',
      description: 'By document type: folios that a rejected document left for another one, and the ranges to annul on the SII\'s site, which include the unused folios of expired blocks.',
      query: schemas.spentQuery,
      answer: schemas.spentFolios,
      handler: async ({ actor, query }) => ok(await spentFolios.list(actor, query.documentType))
    })

    operation({
      method: 'GET',
      path: '/SpentFile',
      rule: { permission: 'Folio.Read' },
      summary: 'Download the ranges to annul on the SII\'s site',
      description: 'One line for each range to annul on the SII site: document type, first folio, last folio, motive. It is a file for you to work with, and not known to have the form that the SII page takes as an upload.',
      query: schemas.spentQuery,
      answer: schemas.spentFile,
      handler: async ({ actor, query, reply }) => sendFile(reply, {
        bytes: await spentFolios.file(actor, query.documentType), mediaType: 'text/csv; charset=utf-8', fileName: 'folios-por-anular.csv'
      })
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
      description: 'Adds the block to the end of the queue for its document type. Documents waiting for folios of that type are issued immediately. If another program used folios of the CAF, send `next`, the first folio that it did not use. An active block takes a later `next`, too.',
      body: schemas.activateBody,
      answer: envelopedBoolean,
      handler: async ({ actor, body }) => {
        await folios.activate(actor, body.id, { next: body.next, isAnswered: body.state !== undefined })
        return ok(true)
      }
    })

    operation({
      method: 'POST',
      path: '/Rehearse',
      rule: { permission: 'Folio.Manage' },
      summary: 'Get folios from the simulator',
      description:
        'Only while the simulator is the tax authority of the tenant (409 SIMULATOR_ONLY otherwise). The simulator authorises the next folios of the type, and the block is activated at once.',
      body: schemas.rehearseBody,
      answer: schemas.rehearsed,
      handler: async ({ actor, body }) => ok(await rehearsals.folios(actor, body))
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
