import { approve, itemNamed, type Rehearsing, reportAttempt, whenSettled } from './attempts.ts'
import { issueBook } from './books.ts'
import { assignFolios } from './company.ts'
import { same } from './rehearsal-report.ts'

const setName = 'SET DE BOLETAS'
const reportName = 'RCOF'
const consultUrl = 'https://boletas.ensayo.example'

/** The journey of boletas: five of them in one envelope, the report of their folios, review, declaration. */
export async function certifyBoletas (rehearsing: Rehearsing, today: string): Promise<void> {
  const { client, pages, report, taxNumber } = rehearsing
  await client.post('/api/Certification/Start', {
    body: { kind: 'BOLETA', documentTypes: [39, 41], enrolledOn: today }
  })
  report.log('Certification/Start', same('BOLETA: 39, 41'))
  const file = await pages.generateBoletas(taxNumber)
  report.log('SII: Set de boletas', same(file.name))
  const { sets } = await client.post('/api/Certification/UploadSet', { body: { File: file } })
  report.log('Certification/UploadSet', same(sets.map(({ name }) => name).join(', ')))
  await client.put('/api/Certification/Options', { body: { kind: 'BOLETA', consultUrl } })
  report.log('Certification/Options', same(`consultUrl ${consultUrl}`))
  await assignFolios(client, { 39: 5 }, report)
  await approve(rehearsing, {
    kind: 'BOLETA', name: setName, begin: () => issue(rehearsing),
    attentionNumber: async () => (await pages.progress(taxNumber)).boletas?.attentionNumber ?? 0
  })
  await pages.comply(taxNumber, { kind: 'BOLETA', consultUrl, provider: 'Timbre', email: 'ayuda@ensayo.example' })
  await client.post('/api/Certification/RecordStep', { body: { kind: 'BOLETA', step: 'complied' } })
  report.log('SII: Declaración de boletas', same('39, 41'))
}

/** The boletas, and once the SII has them, the report of their folios. */
async function issue (rehearsing: Rehearsing): Promise<void> {
  const { client, report } = rehearsing
  const { attempt, documents } = await client.post('/api/Certification/Issue', { body: { kind: 'BOLETA', name: setName } })
  reportAttempt(report, 'Certification/Issue', setName, { attempt, documents })
  await whenSettled(rehearsing, 'BOLETA', setName)
  await issueBook(rehearsing, 'BOLETA', reportName)
  const { state } = await whenSettled(rehearsing, 'BOLETA', reportName)
  report.addResult(reportName, same((await itemNamed(rehearsing, 'BOLETA', reportName)).attempts.at(-1)?.siiState ?? state))
}
