import { filesIn } from './archive.ts'
import type { Rehearsing } from './attempts.ts'
import { RehearsalFailed, type Sentence, same } from './rehearsal-report.ts'
import type { FilesReview } from './pages.ts'

const exchangeName = 'INTERCAMBIO DE INFORMACION'
const samplesName = 'MUESTRAS IMPRESAS'

/** The SII acts as a supplier: its envelope is answered, and the three answers are uploaded. */
export async function exchange (rehearsing: Rehearsing): Promise<void> {
  const { client, pages, report, taxNumber } = rehearsing
  const file = await pages.downloadExchange(taxNumber)
  report.log('SII: Intercambio de información', same(file.name))
  const number = Number(/\d+/.exec(file.name)?.[0])
  const answers = await filesIn(await client.post('/api/Certification/Exchange', { body: { File: file, Number: number } }))
  report.log('Certification/Exchange', same(answers.map(({ name }) => name).join(', ')))
  const review = await pages.uploadExchange(taxNumber, answers.map(({ bytes }) => bytes))
  mustBeRight(rehearsing, exchangeName, review)
  await recorded(rehearsing, 'exchangeUploaded', { en: 'three answers taken', es: 'tres respuestas conformes' }, exchangeName)
}

/** A PDF for each row of the SII's page. */
export async function samples (rehearsing: Rehearsing): Promise<void> {
  const { client, pages, report, taxNumber } = rehearsing
  const files = await filesIn(await client.get('/api/Certification/Samples'))
  const pdfs = files.filter(({ name }) => name.endsWith('.pdf'))
  report.log('Certification/Samples', {
    en: `${pdfs.length} PDFs and their manifest`, es: `${pdfs.length} PDF y su manifiesto`
  })
  mustBeRight(rehearsing, samplesName, await pages.uploadSamples(taxNumber, pdfs))
  await recorded(rehearsing, 'samplesUploaded', {
    en: `${pdfs.length} PDFs taken`, es: `${pdfs.length} PDF conformes`
  }, samplesName)
}

function mustBeRight ({ report }: Rehearsing, name: string, { isRight, problems }: FilesReview): void {
  report.log(`SII: ${name}`, isRight ? { en: 'right', es: 'conforme' } : same(problems.join('; ')))
  if (!isRight) throw new RehearsalFailed(`${name}: ${problems.join('; ')}`)
}

async function recorded (
  { client, report }: Rehearsing, step: 'exchangeUploaded' | 'samplesUploaded', outcome: Sentence, name: string
): Promise<void> {
  await client.post('/api/Certification/RecordStep', { body: { kind: 'DTE', step } })
  report.log('Certification/RecordStep', same(step))
  report.addResult(name, outcome)
}
