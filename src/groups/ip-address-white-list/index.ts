import { envelopedBoolean, ok } from '../../http/envelope.ts'
import { deletion, idToDelete } from '../../http/ids.ts'
import { defineGroup } from '../../http/operation.ts'
import type { IpAllowList } from '../../services/access/ip-allow-list.ts'
import * as schemas from './schemas.ts'

const lockOut = 'A change that would exclude your own address is refused (409 ALLOW_LIST_LOCKS_OUT).'

/** The addresses from which a tenant may be used. */
export function ipAddressWhiteListGroup ({ ipAllowList }: { ipAllowList: IpAllowList }) {
  return defineGroup('IpAddressWhiteList', (operation) => {
    operation({
      method: 'GET',
      path: '/List',
      olderPath: '/GetWhiteList',
      rule: { permission: 'IpAddressWhiteList.Read' },
      summary: 'List the allowed IP addresses',
      description: 'An empty list allows every address.',
      answer: schemas.entries,
      handler: async ({ actor }) => ok(await ipAllowList.list(actor))
    })

    operation({
      method: 'POST',
      path: '/Create',
      rule: { permission: 'IpAddressWhiteList.Manage' },
      summary: 'Add an address or range to the allow list',
      description:
        `Within 5 seconds the list applies to every operation of the tenant, including Webhook/Save and Auth/Login. ${lockOut}`,
      body: schemas.createBody,
      answer: schemas.createdEntry,
      handler: async ({ actor, body }) => ok(await ipAllowList.create(actor, body))
    })

    operation({
      method: 'PUT',
      path: '/Update',
      rule: { permission: 'IpAddressWhiteList.Manage' },
      summary: 'Change an entry of the allow list',
      description: `Omitted members keep their values. ${lockOut}`,
      body: schemas.updateBody,
      answer: envelopedBoolean,
      handler: async ({ actor, body }) => {
        await ipAllowList.update(actor, body)
        return ok(true)
      }
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'IpAddressWhiteList.Manage' },
      summary: 'Remove an entry from the allow list',
      description: `Removing the last entry allows every address again. ${lockOut}`,
      ...deletion,
      answer: envelopedBoolean,
      handler: async (call) => {
        await ipAllowList.delete(call.actor, idToDelete(call))
        return ok(true)
      }
    })
  })
}
