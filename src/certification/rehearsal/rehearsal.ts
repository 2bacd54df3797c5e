import { approve, type Item, journeyOf, type Rehearsing, reportAttempt } from './attempts.ts'
import { certifyBoletas } from './boletas.ts'
import { issueBook } from './books.ts'
import { type Company, described, equip, newCompany, register } from './company.ts'
import { type RehearsalReport, same } from './rehearsal-report.ts'
import { customers, optionsOf, repeatedCustomers } from './options.ts'
import { exchange, samples } from './files.ts'
import { createPages } from './pages.ts'
import { startProduction } from './production.ts'
import { simulationOf } from './simulation.ts'

export interface RehearsalOptions {
  /** Addresses of Timbre and of the simulator that plays the SII. */
  url: string
  simulatorUrl: string
  report: RehearsalReport
  /** Of the simulator's set file: the same number makes the same file. */
  seed: number
  /** YYYY-MM-DD */
  today: string
}

const enough = 60
const wanted = [33, 34, 43, 46, 52, 56, 61, 110, 111, 112]

/** Takes a new company from its registration to its first invoice in production. Throws RehearsalFailed. */
export async function rehearse ({ url, simulatorUrl, report, seed, today }: RehearsalOptions): Promise<void> {
  const company = newCompany()
  const { taxNumber, tenantCode } = company
  const pages = createPages(simulatorUrl)
  const { client } = await register(url, company, tenantCode, report)
  await client.put('/api/Tenant/Update', {
    body: { ...described, environment: 'certification', certificationResolution: { number: 0, date: today } }
  })
  report.log('Tenant/Update', { en: 'certification, resolution 0', es: 'certificación, resolución 0' })
  const rehearsing: Rehearsing = { client, pages, report, taxNumber }
  await begin(rehearsing, { seed, today })
  await certify(rehearsing)
  await certifyBoletas(rehearsing, today)
  await exchange(rehearsing)
  await samples(rehearsing)
  await authorise(rehearsing, company, { url, today })
}

/** Starts the journey, loads the set file, and says what it leaves open. */
async function begin (
  { client, pages, report, taxNumber }: Rehearsing, { seed, today }: { seed: number, today: string }
): Promise<void> {
  const { missing } = await client.post('/api/Certification/Start', {
    body: { kind: 'DTE', documentTypes: wanted, enrolledOn: today }
  })
  report.log('Certification/Start', {
    en: `DTE: ${wanted.join(', ')}; missing: ${missing.map(({ code }) => code).join(', ')}`,
    es: `DTE: ${wanted.join(', ')}; falta: ${missing.map(({ code }) => code).join(', ')}`
  })
  await equip(client, Object.fromEntries(wanted.map((type) => [type, enough])), report)
  const file = await pages.generate({ taxNumber, seed, variants: { distinctReceivers: true } })
  report.log('SII: Generar nuevo set de pruebas', same(file.name))
  const { sets: loaded } = await client.post('/api/Certification/UploadSet', { body: { File: file } })
  report.log('Certification/UploadSet', same(loaded.map(({ name, attentionNumber }) => `${name} (${attentionNumber})`).join(', ')))
  await client.put('/api/Certification/Options', { body: optionsOf(today) })
  await client.put('/api/Certification/Options', { body: repeatedCustomers })
  report.log('Certification/Options', {
    en: 'two invoices of a set go to one customer, by mistake', es: 'dos facturas de un set van al mismo cliente, por error'
  })
}

/** Each set, and then the simulation, until the SII approves. */
async function certify (rehearsing: Rehearsing): Promise<void> {
  const { items } = await journeyOf(rehearsing, 'DTE')
  for (const item of items.filter(({ attentionNumber }) => attentionNumber !== null)) {
    if (item.name === 'SET FACTURA EXENTA') await objectOnce(rehearsing, item)
    await approve(rehearsing, {
      kind: 'DTE', name: item.name, correct: () => correctOptions(rehearsing),
      begin: () => item.kind === 'documents' ? issue(rehearsing, item.name) : issueBook(rehearsing, 'DTE', item.name)
    })
  }
  await advance(rehearsing)
  await approve(rehearsing, {
    kind: 'DTE', name: simulationName, begin: () => simulate(rehearsing),
    attentionNumber: async () => {
      const { sets: rows } = await rehearsing.pages.progress(rehearsing.taxNumber)
      return rows.find(({ name }) => name === 'simulation')?.attentionNumber ?? 0
    }
  })
  await advance(rehearsing)
}

const simulationName = 'SET DE SIMULACION'

async function issue ({ client, report }: Rehearsing, name: string): Promise<void> {
  const { attempt, documents } = await client.post('/api/Certification/Issue', { body: { kind: 'DTE', name } })
  reportAttempt(report, 'Certification/Issue', name, { attempt, documents })
}

async function simulate ({ client, report }: Rehearsing): Promise<void> {
  const { attempt, documents } = await client.post('/api/Certification/Simulation', {
    body: { documents: simulationOf(wanted) }
  })
  reportAttempt(report, 'Certification/Simulation', simulationName, { attempt, documents })
}

/** The next envelope of the company meets an objection. */
async function objectOnce ({ pages, report, taxNumber }: Rehearsing, { name }: Item): Promise<void> {
  await pages.object({ operation: 'upload', channel: 'DTE', company: taxNumber, fault: 'objections', value: 'HED-2-260' })
  report.log('SII', { en: `will object to ${name}`, es: `hará un reparo a ${name}` })
}

async function correctOptions ({ client, report }: Rehearsing): Promise<void> {
  await client.put('/api/Certification/Options', { body: { kind: 'DTE', receivers: customers } })
  report.log('Certification/Options', { en: 'a customer for each invoice', es: 'un cliente para cada factura' })
}

async function advance ({ client, pages, report, taxNumber }: Rehearsing): Promise<void> {
  const { stage } = await pages.advance(taxNumber)
  await client.post('/api/Certification/RecordStep', { body: { kind: 'DTE', step: 'advanced' } })
  report.log('SII: Avanzar siguiente paso', same(stage))
}

/** From the declaration of compliance to production. */
async function authorise (
  rehearsing: Rehearsing, company: Company, { url, today }: { url: string, today: string }
): Promise<void> {
  const { client, pages, report, taxNumber } = rehearsing
  const resolution = { number: 80, date: today }
  await pages.comply(taxNumber, { kind: 'DTE', resolution })
  report.log('SII: Declaración de cumplimiento de requisitos', same(`${resolution.number}, ${resolution.date}`))
  for (const step of ['complied', 'authorised'] as const) {
    await client.post('/api/Certification/RecordStep', { body: { kind: 'DTE', step } })
  }
  const { stage } = await journeyOf(rehearsing, 'DTE')
  report.log('Certification/Progress', same(stage))
  await startProduction({ url, client, company, report }, resolution)
}
