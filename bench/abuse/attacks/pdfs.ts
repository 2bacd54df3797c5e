import { requests, variationsPerAttack, type Attack, type Stage } from '../attack.ts'
import { createCaller } from '../http.ts'
import { requestBytes } from '../wire.ts'

interface LongBoleta { correlationId: string, link: string }
interface Form { lanes: number, addresses?: number, path: (boleta: LongBoleta) => string, isPublic?: boolean }

/** Boletas of the hostile tenant that nobody has drawn yet, as long as a boleta can be, with public links. */
async function longBoletas ({ port, token, keys }: Stage): Promise<LongBoleta[]> {
  const caller = createCaller(`http://127.0.0.1:${port}`, '127.0.0.1')
  const signedIn = { authorization: `Bearer ${token}` }
  await caller.result('PUT', '/api/Tenant/Update', { publicPages: true }, signedIn)
  const boletas = []
  for (let number = 0; number < variationsPerAttack; number++) {
    const { correlationId } = await caller.result('POST', '/api/Webhook/Save', { ...keys, payload: longBoleta(number) })
    const { url } = await caller.result('POST', '/api/Webhook/PublicLink', { correlationId }, signedIn)
    boletas.push({ correlationId: String(correlationId), link: new URL(url).pathname })
  }
  caller.close()
  return boletas
}

const longBoleta = (number: number): object => ({
  header: { documentId: { documentType: '39', paymentMedia: 2 } },
  details: Array.from({ length: 1000 }, (_, line) => ({
    itemName: `Tornillo cabeza hexagonal ${number * 1000 + line}`, itemDescription: `Caja de ${line + 2} unidades, acero zincado`,
    quantity: line % 7 + 1, unitPrice: 990 + line + number
  }))
})

function drawing (name: string, { path, isPublic = false, ...form }: Form): Attack {
  return {
    kind: 'pdfs',
    name,
    ...form,
    asksForPdf: true,
    prepare: async (stage) => requests((await longBoletas(stage)).map((boleta, index) => [
      `boleta ${index}`,
      requestBytes({ method: 'GET', path: path(boleta), token: isPublic ? undefined : stage.token })
    ]))
  }
}

export const pdfAttacks: readonly Attack[] = [
  drawing('public PDFs, 50 networks', { lanes: 150, addresses: 50, path: ({ link }) => `${link}/pdf`, isPublic: true }),
  drawing('500 public pages at once', { lanes: 500, addresses: 250, path: ({ link }) => link, isPublic: true }),
  drawing('GetPdf, 16 at once', {
    lanes: 16, path: ({ correlationId }) => `/api/Webhook/GetPdf?correlationId=${correlationId}`
  })
]
