import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import type { KnownReceiver, ReceiverLookup } from '../../services/invoicing/issuing/receiver-lookup.ts'
import * as schemas from './schemas.ts'

/** Companies to which documents go. */
export function receiverGroup ({ receiverLookup }: { receiverLookup: ReceiverLookup }) {
  return defineGroup('Receiver', (operation) => {
    operation({
      method: 'GET',
      path: '/Find',
      rule: { permission: 'Receiver.Read' },
      summary: 'Find a company by its RUT',
      description:
        'For forms: what your latest document for it says, and whether the SII\'s directory lists it as an electronic taxpayer, with the mailbox where it takes documents. The operator imports the directory. A RUT that nobody knows is answered with nulls.',
      query: schemas.findQuery,
      answer: schemas.receiver,
      handler: async ({ actor, query }) => ok(receiverOf(await receiverLookup.find(actor, query.taxNumber)))
    })
  })
}

const members = [
  'exchangeMailbox', 'directoryDate', 'businessName', 'businessActivity', 'address', 'municipality', 'city', 'email',
  'contact', 'internalCode'
] as const

function receiverOf (receiver: KnownReceiver) {
  const { taxNumber, isElectronic = null } = receiver
  const others = members.map((member) => [member, receiver[member] ?? null])
  return { taxNumber, isElectronic, ...Object.fromEntries(others) as Record<typeof members[number], string | null> }
}
