import { ok } from '../../http/envelope.ts'
import { idToDelete } from '../../http/ids.ts'
import { defineGroup } from '../../http/operation.ts'
import { pageOf } from '../../http/paging.ts'
import { largeUpload } from '../../http/plugins/body-timeout.ts'
import { sendTable, tablesAtOnce, tableTimeoutMs } from '../../http/plugins/table-files.ts'
import { checkedBy, columnsView } from '../../http/sheet-imports.ts'
import type { CustomerMonths, MonthRow } from '../../services/customers/customer-months.ts'
import { type Customer, customerColumns, type Customers } from '../../services/customers/customers.ts'
import { bulkLimits } from '../../shared/bulk-limits.ts'
import * as schemas from './schemas.ts'

/** Whom a tenant sells to. */
export function customerGroup (
  { customers, customerMonths }: { customers: Customers, customerMonths: CustomerMonths }
) {
  return defineGroup('Customer', (operation) => {
    operation({
      method: 'GET',
      path: '/List',
      rule: { permission: 'Customer.Read' },
      summary: 'List customers',
      description: 'In the order of their names. What was issued to one is in GetWebhooks, by `customerTaxNumber`.',
      query: schemas.listQuery,
      answer: schemas.page,
      handler: async ({ actor, query: { page, pageSize, ...filter } }) => {
        const { data, ...totals } = await customers.paginate(actor, filter, { page, pageSize })
        return ok(pageOf({ page, pageSize }, { ...totals, data: data.map(viewOf) }))
      }
    })

    operation({
      method: 'GET',
      path: '/Get',
      rule: { permission: 'Customer.Read' },
      summary: 'Get a customer',
      query: schemas.byId,
      answer: schemas.customer,
      handler: async ({ actor, query }) => ok(viewOf(await customers.get(actor, query.id)))
    })

    operation({
      method: 'GET',
      path: '/Months',
      rule: { permission: 'Webhook.Read' },
      summary: 'Add up what was sold to a customer, by month',
      description: 'The last twelve months. Invoices, boletas and debit notes, less credit notes, as `sales` of the reports.',
      query: schemas.byId,
      answer: schemas.months,
      handler: async ({ actor, query }) => {
        const { months, ...others } = await customerMonths.get(actor, query.id)
        return ok({ ...others, months: months.map(monthOf) })
      }
    })

    operation({
      method: 'POST',
      path: '/Create',
      rule: { permission: 'Customer.Manage' },
      summary: 'Create a customer',
      description: 'One for each RUT; of foreigners, one for each `foreignId`. A document names it in `header.receiver.customerId`.',
      body: schemas.createBody,
      answer: schemas.customer,
      handler: async ({ actor, body }) => ok(viewOf(await customers.create(actor, body)))
    })

    operation({
      method: 'GET',
      path: '/Export',
      rule: { permission: 'Customer.Read' },
      summary: 'Download the customers as a file',
      description: 'Archived ones too. Headings are in the language of `Accept-Language`. Import takes the file back.',
      query: schemas.exportQuery,
      answer: schemas.exportFile,
      maxConcurrent: tablesAtOnce,
      timeoutMs: tableTimeoutMs,
      handler: async ({ actor, query: { format }, language, reply }) =>
        sendTable(reply, customers.export(actor, { format, language }))
    })

    operation({
      method: 'POST',
      path: '/ReadHeadings',
      rule: { permission: 'Customer.Manage' },
      summary: 'Show what Import takes the headings of a file for',
      description: 'Imports nothing. Usual headings in Spanish and English are recognized. `columns` lists what `Columns` of Import can name.',
      ...schemas.headingsForm,
      pace: largeUpload,
      maxConcurrent: bulkLimits.readAtOnce,
      timeoutMs: bulkLimits.readTimeoutMs,
      idempotency: 'none',
      answer: schemas.headings,
      handler: async ({ body, language, signal }) => ok({
        headings: await customers.headings(body.File, signal), columns: columnsView(customerColumns, language)
      })
    })

    operation({
      method: 'POST',
      path: '/Import',
      rule: { permission: 'Customer.Manage' },
      summary: 'Create and change customers from a file',
      description: 'Takes a .csv or .xlsx file of up to 10,000 rows with the columns of Export, or others that are recognized or named in `Columns`. All rows are taken, or none: mistakes are listed by cell. The RUT says which customer a row is (of foreigners, with their document). A blank cell clears what it says, a missing column keeps it. The same file twice changes nothing.',
      ...schemas.importForm,
      pace: largeUpload,
      maxConcurrent: bulkLimits.readAtOnce,
      timeoutMs: bulkLimits.readTimeoutMs,
      answer: schemas.imported,
      handler: async ({ actor, body, signal }) =>
        ok(await customers.import(actor, body.File, checkedBy(schemas.createBody), { chosen: body.Columns, signal }))
    })

    operation({
      method: 'PUT',
      path: '/Update',
      rule: { permission: 'Customer.Manage' },
      summary: 'Change a customer',
      description: 'Omitted members, and those that are null, keep their values. Issued documents stay as they are.',
      body: schemas.updateBody,
      answer: schemas.customer,
      handler: async ({ actor, body: { id, ...change } }) => ok(viewOf(await customers.update(actor, id, change)))
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'Customer.Manage' },
      summary: 'Delete a customer',
      description: 'Issued documents keep what they took from it. To keep it out of lists alone, archive it with Update.',
      ...schemas.deletion,
      answer: schemas.envelopedBoolean,
      handler: async (call) => {
        await customers.delete(call.actor, idToDelete(call))
        return ok(true)
      }
    })
  })
}

/** PostgreSQL adds up exactly; JSON carries numbers. */
function monthOf ({ netAmount, exemptAmount, taxAmount, totalAmount, ...row }: MonthRow) {
  return {
    ...row, netAmount: Number(netAmount), exemptAmount: Number(exemptAmount), taxAmount: Number(taxAmount),
    totalAmount: Number(totalAmount)
  }
}

function viewOf (row: Customer) {
  return { ...row, foreignId: row.foreignId === '' ? null : row.foreignId }
}
