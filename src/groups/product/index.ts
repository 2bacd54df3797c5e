import { ok } from '../../http/envelope.ts'
import { idToDelete } from '../../http/ids.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf } from '../../http/paging.ts'
import type { Products } from '../../services/customers/products.ts'
import * as schemas from './schemas.ts'

/** What a tenant sells. */
export function productGroup ({ products }: { products: Products }) {
  return defineGroup('Product', (operation) => {
    operation({
      method: 'GET',
      path: '/List',
      rule: { permission: 'Product.Read' },
      summary: 'List products',
      description: 'In the order of their names.',
      query: schemas.listQuery,
      answer: schemas.page,
      handler: async ({ actor, query: { page, pageSize, ...filter } }) =>
        ok(pageOf({ page, pageSize }, await products.paginate(actor, filter, { page, pageSize })))
    })

    operation({
      method: 'GET',
      path: '/Get',
      rule: { permission: 'Product.Read' },
      summary: 'Get a product',
      query: schemas.byId,
      answer: schemas.product,
      handler: async ({ actor, query }) => ok(await products.get(actor, query.id))
    })

    operation({
      method: 'POST',
      path: '/Create',
      rule: { permission: 'Product.Manage' },
      summary: 'Create a product',
      description: 'A code belongs to one product. A line of a document names it in `details[].productId`.',
      body: schemas.createBody,
      answer: schemas.product,
      handler: async ({ actor, body }) => ok(await products.create(actor, body))
    })

    operation({
      method: 'PUT',
      path: '/Update',
      rule: { permission: 'Product.Manage' },
      summary: 'Change a product',
      description: 'Omitted members, and those that are null, keep their values. Issued documents stay as they are.',
      body: schemas.updateBody,
      answer: schemas.product,
      handler: async ({ actor, body: { id, ...change } }) => ok(await products.update(actor, id, change))
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'Product.Manage' },
      summary: 'Delete a product',
      description: 'Issued documents keep what they took from it. To keep it out of lists alone, archive it with Update.',
      ...schemas.deletion,
      answer: schemas.envelopedBoolean,
      handler: async (call) => {
        await products.delete(call.actor, idToDelete(call))
        return ok(true)
      }
    })
  })
}
