import { approve, itemNamed, type Rehearsing, tellAttempt, whenSettled } from './attempts.ts'
import { issueBook } from './books.ts'
import { giveFolios } from './company.ts'
import { same } from './diary.ts'

const setName = 'SET DE BOLETAS'
const reportName = 'RCOF'
const consultUrl = 'https://boletas.ensayo.example'

/** The journey of boletas: five of them in one envelope, the report of their folios, review, declaration. */
export async function certifyBoletas (rehearsing: Rehearsing, today: string): Promise<void> {
  const { client, pages, diary, taxNumber } = rehearsing
  await client.post('/api/Certification/Start', {
    body: { kind: 'BOLETA', documentTypes: [39, 41], enrolledOn: today }
  })
  diary.tell('Certification/Start', same('BOLETA: 39, 41'))
  const file = await pages.generateBoletas(taxNumber)
  diary.tell('SII: Set de boletas', same(file.name))
  const { sets } = await client.post('/api/Certification/UploadSet', { body: { File: file } })
  diary.tell('Certification/UploadSet', same(sets.map(({ name }) => name).join(', ')))
  await client.put('/api/Certification/Options', { body: { kind: 'BOLETA', consultUrl } })
  diary.tell('Certification/Options', same(`consultUrl ${consultUrl}`))
  await giveFolios(client, { 39: 5 }, diary)
  await approve(rehearsing, {
    kind: 'BOLETA', name: setName, begin: () => issue(rehearsing),
    attentionNumber: async () => (await pages.progress(taxNumber)).boletas?.attentionNumber ?? 0
  })
  await pages.comply(taxNumber, { kind: 'BOLETA', consultUrl, provider: 'Timbre', email: 'ayuda@ensayo.example' })
  await client.post('/api/Certification/RecordStep', { body: { kind: 'BOLETA', step: 'complied' } })
  diary.tell('SII: Declaración de boletas', same('39, 41'))
}

/** The boletas, and once the SII has them, the report of their folios. */
async function issue (rehearsing: Rehearsing): Promise<void> {
  const { client, diary } = rehearsing
  const { attempt, documents } = await client.post('/api/Certification/Issue', { body: { kind: 'BOLETA', name: setName } })
  tellAttempt(diary, 'Certification/Issue', setName, { attempt, documents })
  await whenSettled(rehearsing, 'BOLETA', setName)
  await issueBook(rehearsing, 'BOLETA', reportName)
  const { state } = await whenSettled(rehearsing, 'BOLETA', reportName)
  diary.conclude(reportName, same((await itemNamed(rehearsing, 'BOLETA', reportName)).attempts.at(-1)?.siiState ?? state))
}
