import { buffer } from 'node:stream/consumers'
import { spreadsheets } from '../../src/adapters/spreadsheet/index.ts'

export type Source = 'xlsx' | 'json'

const linesPerDocument = 5
const receiver = {
  taxNumber: '88888888-8', businessName: 'Ingeniería Ñandú Austral S.A.', businessActivity: 'Obras',
  address: 'Camino 1', municipality: 'Maipú', city: 'Santiago'
}
const quantityOf = (index: number, line: number): number => index % 50 + line + 1

/** So many five-line facturas as a body for BulkInvoice/Create. */
export async function submissionOf (
  source: Source, documents: number
): Promise<{ body: FormData | string, megabytes: number }> {
  return source === 'json' ? jsonOf(documents) : workbookOf(documents)
}

function jsonOf (documents: number): { body: string, megabytes: number } {
  const body = JSON.stringify({
    name: 'json',
    invoices: Array.from({ length: documents }, (_, index) => ({
      key: `J-${index + 1}`,
      header: { documentId: { documentType: '33', paymentMethod: 1 }, receiver },
      details: Array.from(
        { length: linesPerDocument },
        (_, line) => ({ itemName: `Cañería ${line}`, quantity: quantityOf(index, line), unitPrice: 1990 })
      )
    }))
  })
  return { body, megabytes: Buffer.byteLength(body) / 1024 / 1024 }
}

async function workbookOf (documents: number): Promise<{ body: FormData, megabytes: number }> {
  const headings = [
    'Documento', 'Tipo', 'Forma de pago', 'RUT receptor', 'Razón social receptor', 'Giro receptor',
    'Dirección receptor', 'Comuna receptor', 'Ciudad receptor', 'Ítem', 'Cantidad', 'Precio unitario'
  ]
  function * rows () {
    yield headings
    for (let index = 0; index < documents; index++) {
      for (let line = 0; line < linesPerDocument; line++) {
        const header = [33, 1, ...Object.values(receiver)]
        yield [
          `X-${index + 1}`, ...(line === 0 ? header : header.map(() => null)), `Cañería ${line}`,
          quantityOf(index, line), 1990
        ]
      }
    }
  }
  const bytes = await buffer(
    spreadsheets.writeXlsx([{ name: 'Documentos', columns: headings.map(() => ({ width: 16 })), rows: rows() }], new Date())
  )
  const body = new FormData()
  body.append('Name', 'xlsx')
  body.append('File', new Blob([new Uint8Array(bytes)]), 'facturas.xlsx')
  return { body, megabytes: bytes.length / 1024 / 1024 }
}
