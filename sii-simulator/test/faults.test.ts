import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareSimulator, tag } from './support/client.ts'
import { envelope, issue, issuer, sheet, type Caf, type Signer } from './support/documents.ts'
import { defined } from '../../test/support/expecting.ts'

let prepared: Awaited<ReturnType<typeof prepareSimulator>>
let started: Awaited<ReturnType<typeof prepared.start>>
let signer: Signer
let caf: Caf
let token: string

beforeAll(async () => {
  prepared = await prepareSimulator()
  signer = prepared.signer
  caf = prepared.caf
})
afterAll(() => { prepared.dispose() })
beforeEach(async () => {
  started = await prepared.start()
  token = started.token
})
afterEach(() => started.close())

const envelopeOf = (...folios: number[]) =>
  envelope(folios.map((folio) => issue(sheet({ folio }), caf, signer)), signer)
const upload = (bytes = envelopeOf(1)) => started.client.upload(bytes, token)
const fault = (order: object) => started.client.post('/simulator/faults', order)
const stored = async () => (await started.client.ledger('?status=0')).uploads.length

describe('answers that are empty or wrong', () => {
  it.each([
    ['status', { value: 9 }, 0, (text: string) => tag(text, 'STATUS') === '9'],
    ['http', { value: 503 }, 0, (text: string, status: number) => status === 503 && text.includes('Error 503')],
    ['http', { value: 500, stored: true }, 1, (_text: string, status: number) => status === 500],
    [
      'html', {}, 1,
      (text: string, status: number) => status === 200 && text.includes('HA OCURRIDO UN ERROR EN EL UPLOAD')
    ],
    ['html', { stored: false }, 0, (text: string) => text.includes('<html>')],
    ['empty', {}, 1, (text: string, status: number) => status === 200 && text === ''],
    ['truncated', {}, 1, (text: string) => text.startsWith('<?xml') && !text.includes('</RECEPCIONDTE>')],
    ['doubled', {}, 1, (text: string) => text.split('<RECEPCIONDTE>').length === 3],
    ['badCharset', {}, 1, (text: string) => text.includes('\0')],
    ['wrongTrackIdType', {}, 1, (text: string) => tag(text, 'TRACKID') === 'ABC-123'],
    ['huge', {}, 1, (text: string) => text.length > 60_000_000],
    ['slowDrip', { ms: 0 }, 1, (text: string) => tag(text, 'STATUS') === '0'],
    ['delay', { ms: 1 }, 1, (text: string) => tag(text, 'STATUS') === '0'],
  ])('%s %o', async (kind, options, storedUploads, isExpected) => {
    await fault({ operation: 'upload', fault: kind, ...options })
    const response = await upload()
    const text = await response.text()

    expect(isExpected(text, response.status), text.slice(0, 300)).toBe(true)
    expect(await stored()).toBe(storedUploads)
    expect(tag(await (await upload()).text(), 'STATUS')).toBe(storedUploads === 1 ? '99' : '0')
  })

  it.each([['resetBeforeStoring', 0], ['resetAfterStoring', 1], ['cutAnswer', 1]])(
    '%s breaks the connection',
    async (kind, storedUploads) => {
      await fault({ operation: 'upload', fault: kind })
      await expect(upload().then((response) => response.text())).rejects.toThrow()
      expect(await stored()).toBe(storedUploads)
    }
  )

  it.each([['timeoutBeforeStoring', 0], ['timeoutAfterStoring', 1]])(
    '%s never answers',
    async (kind, storedUploads) => {
      await fault({ operation: 'upload', fault: kind })
      const answered = upload().then(() => true, () => false)
      expect(await Promise.race([answered, wait(300).then(() => 'waiting')])).toBe('waiting')
      await expect.poll(stored).toBe(storedUploads)
    }
  )
})

describe('sessions', () => {
  it('a token expires for uploads and for queries', async () => {
    await fault({ operation: 'upload', fault: 'tokenExpired' })
    expect(await (await upload()).text()).toContain('Error 501')
    expect(tag(await started.client.estUp('1', token), 'ESTADO')).toBe('001')
  })

  it('seed and token fail by the SII’s own codes', async () => {
    await fault([{ operation: 'seed', fault: 'status', value: -2 }, {
      operation: 'token', channel: 'BOLETA', fault: 'status', value: '21'
    }])
    expect(await started.client.seed('DTE')).toBe('')
    expect(await started.client.token(signer, 'BOLETA')).toBe('')
    expect(await started.client.token(signer, 'BOLETA')).not.toBe('')
  })
})

describe('shapes of SOAP answers', () => {
  it('header and body in the other order', async () => {
    const trackId = defined(tag(await (await upload()).text(), 'TRACKID'))
    await started.client.ledger()
    const usual = await started.client.estUp(trackId, token)
    await fault({ operation: 'envelopeStatus', fault: 'swapped' })
    const swapped = await started.client.estUp(trackId, token)
    expect(usual.indexOf('RESP_BODY')).toBeLessThan(usual.indexOf('RESP_HDR'))
    expect(swapped.indexOf('RESP_HDR')).toBeLessThan(swapped.indexOf('RESP_BODY'))
  })

  it('CDATA instead of escapes', async () => {
    await fault({ operation: 'seed', fault: 'cdata' })
    const response = await fetch(`${started.client.base}/DTEWS/CrSeed.jws`, {
      method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<x/>'
    })
    expect(await response.text()).toMatch(
      /<(?:ns1:)?getSeedReturn xsi:type="xsd:string"><!\[CDATA\[<\?xml [^>]*>\s*<SII:RESPUESTA[\s\S]*<\/SII:RESPUESTA>\]\]><\/(?:ns1:)?getSeedReturn>/
    )
  })
})

describe('the outcome of the envelope', () => {
  const verdicts = async (query = '') => (await started.client.ledger(query)).documents.map((
    { folio, outcome, reasons }
  ) => [folio, outcome, reasons?.map(({ code }) => code)])

  it('documents refused or with objections, by type and folio', async () => {
    await fault([{ fault: 'rejected', value: 'DTE-3-601', folio: 2 }, { fault: 'objections' }])
    await upload(envelopeOf(1, 2))
    await upload(envelopeOf(3))
    expect(await verdicts()).toEqual([[1, 'accepted', []], [2, 'rejected', ['DTE-3-601']], [3, 'objected', [
      'HED-2-260'
    ]]])
  })

  it('an envelope stays in a given state, until the faults are lifted', async () => {
    await fault({ fault: 'stuck', value: 'SOK' })
    const trackId = defined(tag(await (await upload()).text(), 'TRACKID'))
    await started.client.ledger()
    expect(tag(await started.client.estUp(trackId, token), 'ESTADO')).toBe('SOK')
    await fetch(`${started.client.base}/simulator/faults`, { method: 'DELETE' })
    expect(tag(await started.client.estUp(trackId, token), 'ESTADO')).toBe('EPR')
  })

  it('accepted at first, refused later', async () => {
    await fault({ fault: 'acceptedThenRejected', tellings: 2, value: 'HED-3-861' })
    const trackId = defined(tag(await (await upload()).text(), 'TRACKID'))
    await started.client.ledger()
    const told = []
    for (let time = 0; time < 3; time++) told.push(tag(await started.client.estUp(trackId, token), 'RECHAZADOS'))
    expect(told).toEqual(['0', '0', '1'])
    expect(await verdicts()).toEqual([[1, 'rejected', ['HED-3-861']]])
  })
})

describe('the queue', () => {
  it('a fault applies to its operation, channel and company only, as often as configured', async () => {
    await fault({ operation: 'upload', channel: 'DTE', company: issuer.rut, fault: 'status', value: 9, times: 2 })
    await fault({ operation: 'upload', company: '44444444-4', fault: 'status', value: 7 })
    expect(await started.client.seed('DTE')).not.toBe('')
    const statuses = []
    for (let time = 0; time < 3; time++) statuses.push(tag(await (await upload()).text(), 'STATUS'))
    expect(statuses).toEqual(['9', '9', '0'])
    expect(await (await started.client.get('/simulator/faults')).json()).toMatchObject([{
      company: '44444444-4', remaining: 1
    }])
  })

  it('refuses malformed requests, with the path', async () => {
    const refuse = async (order: object) => {
      const response = await fault(order)
      return [
        response.status, (await response.json() as { problems: { path: string }[] }).problems.map(({ path }) => path)
      ]
    }
    expect(await refuse({ fault: 'boom' })).toEqual([400, ['0.fault']])
    expect(await refuse({ fault: 'html', times: 0 })).toEqual([400, ['0.times']])
    expect(await refuse({ fault: 'stuck', value: 'NOWHERE' })).toEqual([400, ['0.value']])
    expect(await refuse({ fault: 'html', extra: 1 })).toEqual([400, ['0']])
  })
})
