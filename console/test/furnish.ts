/** What a company has that has worked for a while: so that every place has something to show. */
import { today } from '../src/text/formats.ts'
import { clientOf, factura, issue, makeCompany, receiver, until, uploadFolios, type Company } from './company.ts'

export async function furnish (company: Company): Promise<void> {
  const timbre = await clientOf(company, company.administrator)
  await timbre.post('/api/IpAddressWhiteList/Create', { body: { ipAddress: '127.0.0.0/8', description: 'Esta máquina' } })
  // Nobody listens there: the message is not delivered.
  await timbre.put('/api/Notification/Update', {
    body: { url: 'http://127.0.0.1:9/avisos', enabled: false, events: ['document.rejected'] }
  })
  await timbre.post('/api/Notification/Test')
  await uploadFolios(company, { documentType: 34, from: 1201, to: 1400 })
  await timbre.post('/api/Customer/Create', { body: { ...receiver, email: 'pagos@nandu.example', paymentMethod: 2, paymentDays: 45 } })
  await timbre.post('/api/Product/Create', { body: { code: 'ESM-1G', name: 'Esmalte al agua, galón', unitOfMeasure: 'UN', unitPrice: 18_990 } })
  await receive(company, await makeCompany({ ...company, documentTypes: [33], folios: 20 }))
  await timbre.post('/api/BulkInvoice/Create', {
    body: {
      name: 'Facturas de noviembre',
      invoices: [receiver.taxNumber, receiver.taxNumber, '88888888-1'].map(invoiceOf)
    }
  })
}

/** Two facturas of a supplier, one of them changed after it was signed. */
export async function receive (company: Company, supplier: Company): Promise<void> {
  const timbre = await clientOf(company, company.administrator)
  const seller = await clientOf(supplier, supplier.administrator)
  const buyer = { ...receiver, businessName: 'Ferretería Maipo SpA', taxNumber: company.taxNumber }
  for (const isChanged of [false, true]) {
    const { header, ...sale } = factura(today(), buyer)
    const onCredit = { ...header, documentId: { ...header.documentId, paymentMethod: 2 as const } }
    const { correlationId } = await issue(supplier, { ...sale, header: onCredit })
    await until(async () => (await seller.get('/api/Webhook/GetWebhook', { query: { correlationId } })).status === 5)
    const file = await seller.get('/api/Webhook/GetXml', { query: { correlationId } })
    const xml = Buffer.from(await file.arrayBuffer()).toString('latin1')
    const File = new Blob([Buffer.from(isChanged ? xml.replace('Taladro', 'Martillo') : xml, 'latin1')])
    await timbre.post('/api/Received/Upload', { body: { File, FileName: `${isChanged ? 'cambiada' : 'factura'}.xml` } })
  }
}

function invoiceOf (taxNumber: string) {
  return {
    header: { documentId: { documentType: '33' }, receiver: { ...receiver, taxNumber } },
    details: [{ itemName: 'Taladro percutor 850 W', quantity: 1, unitPrice: 42_990 }]
  }
}
