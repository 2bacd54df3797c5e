import { ok } from '../../http/envelope.ts'
import { idToDelete } from '../../http/ids.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf } from '../../http/paging.ts'
import { largeUpload } from '../../http/plugins/body-timeout.ts'
import { sendTable, tablesAtOnce, tableTimeoutMs } from '../../http/plugins/table-files.ts'
import { checkedBy, columnsView } from '../../http/sheet-imports.ts'
import { productColumns, type Products } from '../../services/customers/products.ts'
import { bulkLimits } from '../../shared/bulk-limits.ts'
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
      method: 'GET',
      path: '/Export',
      rule: { permission: 'Product.Read' },
      summary: 'Download the products as a file',
      description: 'Archived ones too. Headings are in the language of `Accept-Language`. Import takes the file back.',
      query: schemas.exportQuery,
      answer: schemas.exportFile,
      maxConcurrent: tablesAtOnce,
      timeoutMs: tableTimeoutMs,
      handler: async ({ actor, query: { format }, language, reply }) =>
        sendTable(reply, products.export(actor, { format, language }))
    })

    operation({
      method: 'POST',
      path: '/ReadHeadings',
      rule: { permission: 'Product.Manage' },
      summary: 'Show what Import takes the headings of a file for',
      description: 'Imports nothing. Usual headings in Spanish and English are recognized. `columns` lists what `Columns` of Import can name.',
      ...schemas.headingsForm,
      pace: largeUpload,
      maxConcurrent: bulkLimits.readAtOnce,
      timeoutMs: bulkLimits.readTimeoutMs,
      idempotency: 'none',
      answer: schemas.headings,
      handler: async ({ body, language, signal }) => ok({
        headings: await products.headings(body.File, signal), columns: columnsView(productColumns, language)
      })
    })

    operation({
      method: 'POST',
      path: '/Import',
      rule: { permission: 'Product.Manage' },
      summary: 'Create and change products from a file',
      description: 'Takes a .csv or .xlsx file of up to 10,000 rows with the columns of Export, or others that are recognized or named in `Columns`. All rows are taken, or none: mistakes are listed by cell. The code says which product a row is; without a code, the name. A blank cell clears what it says, a missing column keeps it. The same file twice changes nothing.',
      ...schemas.importForm,
      pace: largeUpload,
      maxConcurrent: bulkLimits.readAtOnce,
      timeoutMs: bulkLimits.readTimeoutMs,
      answer: schemas.imported,
      handler: async ({ actor, body, signal }) =>
        ok(await products.import(actor, body.File, checkedBy(schemas.createBody), { chosen: body.Columns, signal }))
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
