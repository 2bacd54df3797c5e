import { pino } from 'pino'
import { createInfrastructure } from '../../src/program/compose/infrastructure.ts'
import { composeTenancy } from '../../src/program/compose/tenancy.ts'
import type { Config } from '../../src/program/config/config.ts'
import { openPkcs12 } from '../../src/dte/signing/certificate.ts'
import { santiagoDate } from '../../src/dte/values/calendar.ts'
import { checkDigit } from '../../src/dte/values/rut.ts'
import { serviceActor } from '../../src/services/actor.ts'
import type { KeyStores } from '../../src/services/ports.ts'
import type { Authority } from '../../sii-simulator/index.ts'
import type { Keys } from './load.ts'

export interface Tenant { id: string, taxNumber: string, email: string, keys: Keys }

const documentType = 33
export const folios = 10_000_000
export const holderTaxNumber = '12345678-5'
export const password = 'correo-tinta-lluvia'
const firstDigits = 77_000_000
const madeAtOnce = 8
// Nobody signs in: a hash at its real cost would only make the tenants slow to create.
const passwordCost = { memoryCost: 1024, timeCost: 2, parallelism: 1 }
const clock = (): Date => new Date(Date.now())

export interface Place {
  config: Config
  databaseUrl: string
  distributed?: boolean
  simulatorUrl: string
  authority: Authority
}

/**
 * Tenants that can issue facturas, made by the services before the server starts. They share one holder's certificate,
 * sealed for each apart; each has a CAF of its own.
 */
export async function createTenants ({ authority, ...place }: Place, count: number): Promise<Tenant[]> {
  const infrastructure = createInfrastructure({
    ...place, clock, logger: pino({ level: 'silent' }), version: 'bench', checks: {},
    substitutes: { passwordCost, keyStores: await oneHolder(authority) }
  })
  const services = { store: infrastructure.store, authority, ...composeTenancy(infrastructure) }
  const made: Tenant[] = []
  let next = 0
  await Promise.all(Array.from({ length: madeAtOnce }, async () => {
    while (next < count) {
      const index = next++
      made[index] = await createTenant(services, index)
    }
  }))
  infrastructure.databaseWatch.close()
  infrastructure.mailer.close()
  await infrastructure.renderer.close()
  await infrastructure.store.close()
  return made
}

type Services = ReturnType<typeof composeTenancy> & {
  store: ReturnType<typeof createInfrastructure>['store']
  authority: Authority
}

async function createTenant (
  { registration, tenants, certificates, folios: blocks, store, authority }: Services, index: number
): Promise<Tenant> {
  const digits = String(firstDigits + index)
  const taxNumber = `${digits}-${checkDigit(digits)}`
  const code = `bench-${index}`
  const businessName = `Comercial ${code} SpA`
  const email = `admin@${code}.example`
  const { accessKey, secretKey } = await registration.createTenant({
    email, password, fullName: 'Ana Rojas', companyTitle: businessName, taxNumber,
    tenantCode: code
  })
  const entry = await store.asPlatform(({ directory }) => directory.find('tenantCode', code))
  if (!entry) throw new Error(`${code} was not created`)
  const actor = serviceActor(entry.tenant)
  await tenants.update(actor, {
    businessName, businessActivity: 'Ferretería', activityCodes: [475_201], address: 'Calle Larga 100',
    municipality: 'Ñuñoa', city: 'Santiago', certificationResolution: { number: 0, date: '2026-03-02' }
  })
  await certificates.upload(actor, { file: Buffer.alloc(0), password: '' })
  const { id } = await blocks.upload(actor, await authority.issueCaf({
    taxNumber, businessName, documentType, from: 1, to: folios, authorisedOn: santiagoDate(clock())
  }))
  await blocks.activate(actor, id)
  return { id: actor.tenantId, taxNumber, email, keys: { tenantCode: code, accessKey, secretKey } }
}

/** Every file holds the same key and certificate: making a key takes longer than all else of a tenant. */
async function oneHolder (authority: Authority): Promise<KeyStores> {
  const opened = openPkcs12(await authority.issueCertificate({
    company: 'Contadores SpA', holderName: 'Ana Rojas', holderTaxNumber, password
  }), password)
  // Whoever opens a file wipes its key.
  return { open: async () => ({ ...opened, privateKeyDer: Buffer.from(opened.privateKeyDer) }) }
}
