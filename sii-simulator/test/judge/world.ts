import { startSimulator, tag } from '../support/client.ts'
import {
  envelope, issue, sheet, type Breaks, type Caf, type Cover, type Issued, type Order, type Signer
} from '../support/documents.ts'

/** A company with a certificate and folios of every type, and verdicts for the asking. */
export async function createWorld () {
  const { simulator, client, advance } = await startSimulator()
  const signer = await client.certificate()
  const token = await client.token(signer)
  const boletaToken = await client.token(signer, 'BOLETA')
  const cafs = new Map<number, Caf>()
  let lastFolio = 0

  async function cafOf (type: number): Promise<Caf> {
    const caf = cafs.get(type) ?? await client.caf(type, { to: 5000 })
    cafs.set(type, caf)
    return caf
  }

  async function make (
    order: Omit<Order, 'folio'> & { folio?: number } = {}, breaks: Breaks & { caf?: Caf, signer?: Signer } = {}
  ): Promise<Issued> {
    const folio = order.folio ?? ++lastFolio
    return issue(
      sheet({ ...order, folio }), breaks.caf ?? await cafOf(order.type ?? 33), breaks.signer ?? signer, breaks
    )
  }

  /**
   * Uploads the bytes and tells the envelope's state, its reasons and each document's verdict, as the ledger has them.
   */
  async function judge (bytes: Buffer) {
    const isBoleta = bytes.includes('<EnvioBOLETA')
    const response = await client.upload(bytes, isBoleta ? boletaToken : token, isBoleta ? { channel: 'BOLETA' } : {})
    const text = await response.text()
    const trackId = tag(text, 'TRACKID') ?? /"trackid":(\d+)/.exec(text)?.[1]
    if (trackId === undefined) throw new Error(text)
    const { uploads, documents } = await client.ledger(`?trackId=${trackId}`)
    const codes = (reasons: { code: string }[] = []) => reasons.map(({ code }) => code)
    return {
      trackId,
      state: uploads[0]?.state,
      reasons: codes(uploads[0]?.reasons),
      detail: uploads[0]?.reasons?.[0]?.detail,
      documents: documents.map((document) => ({ outcome: document.outcome, codes: codes(document.reasons) })),
    }
  }

  return {
    client,
    signer,
    token,
    advance,
    cafOf,
    make,
    judge,
    judgeOne: async (document: Issued, cover: Cover = {}) =>
      (await judge(envelope([document], signer, cover))).documents[0],
    close: () => simulator.close()
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>
export const accepted = { outcome: 'accepted', codes: [] }
export const rejected = (...codes: string[]) => ({ outcome: 'rejected', codes })
export const objected = (...codes: string[]) => ({ outcome: 'objected', codes })
