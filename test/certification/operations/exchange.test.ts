import { beforeAll, describe, expect, it } from 'vitest'
import { failure, form } from '../../support/app.ts'
import { defined, exactly } from '../../support/expecting.ts'
import { exchangeFile } from '../../support/exchange-file.ts'
import { sharedApp } from '../../support/shared.ts'
import { verifySignatures } from '../../support/verification.ts'
import { filesIn } from '../../support/workbooks.ts'

const app = sharedApp()

beforeAll(async () => {
  const { world: { tenants, certificates, authority, andes } } = app
  await tenants.update(andes.admin, { address: 'Av. Matta 1449', municipality: 'Ñuñoa' })
  for (const as of [andes.admin, app.world.boreal.admin]) {
    await app.call({
      method: 'POST', url: '/api/Certification/Start', as,
      payload: { kind: 'DTE', documentTypes: [33], enrolledOn: '2026-11-02' }
    })
  }
  await certificates.upload(andes.admin, {
    file: authority.certificate().pkcs12('clave'), password: 'clave'
  })
})

const answer = (parts: Parameters<typeof form>[0], as = app.world.andes.admin) =>
  app.call({ method: 'POST', url: '/api/Certification/Exchange', as, ...form(parts) })

const texts = (xml: string, name: string) => [...xml.matchAll(new RegExp(`<${name}>([^<]*)<`, 'g'))].map(([, text]) => text)

describe('the answers to the exchange file', () => {
  it('receive, accept and acknowledge the company\'s document, and refuse the other', async () => {
    const { andes } = app.world
    const { headers, body } = await answer({ File: exchangeFile(andes.taxNumber), Number: '1234567' })
    const files = await filesIn(body)
    const [reception, receipts, result] = exactly(3, ['RECEPCION_ENVIO', 'ENVIO_RECIBOS', 'RESULTADO_DTE']
      .map((name) => defined(files[`${name}_1234567.xml`]).toString('latin1')))

    expect(headers['content-disposition']).toContain('RESPUESTAS_1234567.zip')
    expect(Object.keys(files)).toHaveLength(3)
    expect(texts(reception, 'EstadoRecepEnv')).toEqual(['0'])
    expect(texts(reception, 'EstadoRecepDTE')).toEqual(['0', '3'])
    expect(texts(reception, 'RUTRecep')).toEqual([andes.taxNumber, '69507000-4'])
    expect(texts(reception, 'MntTotal')).toEqual(['119000', '119001'])
    expect(reception).toContain('<NmbEnvio>ENVIO_DTE_1234567.xml</NmbEnvio>')
    expect(reception).toContain('<CodEnvio>1234567</CodEnvio><EnvioDTEID>SetDoc</EnvioDTEID><Digest>u6p5J3mB1v0o6pJ6sHh1x2QkM0E=</Digest>')
    expect(texts(receipts, 'Folio')).toEqual(['1'])
    expect(texts(receipts, 'Recinto')).toEqual(['Av. Matta 1449, \xd1u\xf1oa'])
    expect(texts(result, 'EstadoDTE')).toEqual(['0', '2'])
    for (const file of [reception, receipts, result]) {
      expect(texts(file, 'RutResponde')).toEqual([andes.taxNumber])
      expect(texts(file, 'RutRecibe')).toEqual(['88888888-8'])
      const verdicts = verifySignatures(Buffer.from(file, 'latin1'))
      expect(verdicts.every(({ digestIsRight, signatureIsRight }) => digestIsRight && signatureIsRight)).toBe(true)
    }
  })

  it('are written into the audit log', async () => {
    const { andes } = app.world
    await answer({ File: exchangeFile(andes.taxNumber), Number: '7' })
    const rows = await app.world.rows(
      "select details from audit_entries where tenant_id = $1 and action = 'certification.exchangeAnswered'", [andes.tenantId])

    expect(rows).toContainEqual({ details: { number: 7 } })
  })

  it('are refused for a file that is not an envelope, or has no document for the company', async () => {
    const { andes, boreal } = app.world
    const whole = exchangeFile(andes.taxNumber).toString('latin1')
    for (const spoilt of [
      'EnvioDTE', '<EnvioDTE/>', whole.replace('SetDTE ID="SetDoc"', 'SetDTE'), whole.replace(/<RutEmisor>[^<]*/, '<RutEmisor>'),
      whole.replace('<FchEmis>2003-10-05', '<FchEmis>5-10-2003'), whole.replace(/<DTE .*<\/DTE>/, ''),
      whole.replace('?>', '?><!DOCTYPE x>')
    ]) {
      expect(await answer({ File: Buffer.from(spoilt, 'latin1'), Number: '7' }))
        .toMatchObject(failure(400, 'EXCHANGE_FILE_MALFORMED'))
    }
    expect(await answer({ File: exchangeFile(boreal.taxNumber, { receivers: [boreal.taxNumber] }), Number: '7' }))
      .toMatchObject(failure(422, 'EXCHANGE_RECEIVER_MISMATCH'))
    expect(await answer({ Number: '7' })).toMatchObject(failure(400, 'EXCHANGE_FILE_MISSING'))
    for (const number of ['0', 'siete', '12345678901']) {
      expect(await answer({ File: exchangeFile(andes.taxNumber), Number: number }))
        .toMatchObject(failure(400, 'VALIDATION_FAILED'))
    }
  })

  it('require a certificate', async () => {
    const { boreal } = app.world

    expect(await answer({ File: exchangeFile(boreal.taxNumber), Number: '7' }, boreal.admin))
      .toMatchObject(failure(422, 'CERTIFICATE_MISSING'))
  })
})
