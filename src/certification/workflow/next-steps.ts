import { santiagoDate } from '../../dte/values/calendar.ts'
import type { StepRow } from '../../repositories/tenants/certification.ts'
import type { ItemKind, JourneyKind } from '../../model/certification.ts'
import type { Sentence } from '../../shared/errors.ts'
import { attemptState, isApproved, type Item, type ItemState, pageNameOf, spoiled } from './items.ts'
import { foliosToRequest } from './missing-requirements.ts'

/** What people do on the SII's pages, and then record. */
export const manualSteps = [
  'enrolled', 'usersGranted', 'foliosObtained', 'setGenerated', 'declared', 'advanced', 'exchangeUploaded',
  'samplesUploaded', 'complied', 'authorised'
] as const
export type ManualStep = typeof manualSteps[number]

/** The next thing to do: an operation of Timbre's, or a page of the SII's with what to enter there. */
export interface NextStep {
  /** The operation to call; null where a person acts on a page of the SII's. */
  operation: string | null
  /** To be recorded with RecordStep once it is done; null where nothing is. */
  step: ManualStep | null
  page: { name: string, address: string } | null
  values: { label: string, value: string }[]
  text: Sentence
}

interface Page { name: string, address: string }

const maullin = 'https://maullin.sii.cl/cvc_cgi/dte'
const www4 = 'https://www4.sii.cl'

/** The SII's pages, as its menu names them [S25]. */
const pages = {
  folios: { name: 'Solicitud de timbraje electrónico', address: `${maullin}/of_solicita_folios` },
  generate: { name: 'Generar nuevo set de pruebas', address: `${maullin}/pe_generar` },
  declare: { name: 'Declarar avance', address: `${maullin}/pe_avance1` },
  advance: { name: 'Avanzar siguiente paso', address: `${maullin}/pe_avance4` },
  progress: { name: 'Ver avance de la postulación', address: `${maullin}/pe_avance5` },
  comply: { name: 'Declaración de cumplimiento de requisitos', address: `${maullin}/pe_avance7` },
  exchange: { name: 'Intercambio de información', address: `${www4}/pfeInternet` },
  samples: { name: 'Muestras impresas', address: `${www4}/pdfdteInternet` },
  boletaSet: { name: 'Set de boletas', address: `${www4}/certBolElectDteInternet/?SET=1` },
  boletaReview: { name: 'Solicitar revisión del set de boletas', address: `${www4}/certBolElectDteInternet/?SET=2` },
  boletaDeclaration: { name: 'Declaración de boletas', address: `${www4}/certBolElectDteInternet` }
} as const satisfies Record<string, Page>

const call = (operation: string, text: Sentence): NextStep => ({ operation, step: null, page: null, values: [], text })

const visit = (
  page: Page, step: ManualStep | null, text: Sentence, values: NextStep['values'] = []
): NextStep => ({ operation: null, step, page, values, text })

/** What comes first in a journey without a file. */
export function stepsBeforeFile (kind: JourneyKind): NextStep {
  return visit(kind === 'DTE' ? pages.generate : pages.boletaSet, 'setGenerated', {
    en: 'Generate the set once, download its file, and upload it with UploadSet. Generating it again makes the first one void.',
    es: 'Genere el set una sola vez, descargue el archivo y súbalo con UploadSet. Generarlo otra vez anula el anterior.'
  })
}

/** What to do next about an item; null when nothing is left to do, or only to wait. */
export function nextStepOf (item: Item, state: ItemState, kind: JourneyKind): NextStep | null {
  if (state === 'Ready' || spoiled.has(state)) return beginnings[item.kind](kind, spoiled.has(state))
  // The report of folios belongs to the boletas: it is neither declared nor reviewed.
  if (state === 'Processed' && item.kind !== 'folioConsumption') return declaration(item, kind)
  if (state !== 'Declared') return null
  if (item.kind === 'declaration') return authorisation
  return recordedAs[item.kind] === undefined ? review : null
}

/** Of an item that people do on the SII's pages: its state once they recorded it. */
export function recordedState ({ kind }: Item, steps: readonly Pick<StepRow, 'step'>[]): ItemState | undefined {
  const isDone = (step: ManualStep): boolean => steps.some((one) => one.step === step)
  const step = recordedAs[kind]
  if (step === undefined || !isDone(step)) return undefined
  return isDone('authorised') ? 'Approved' : 'Declared'
}

const review = visit(pages.progress, null, {
  en: 'The SII reviews it. Record its mail SETMAIL with RecordVerdict; the page lags behind the mail.',
  es: 'El SII lo revisa. Registre su correo SETMAIL con RecordVerdict; la página se actualiza después del correo.'
})

const authorisation = visit(pages.progress, 'authorised', {
  en: 'Wait until the SII says that your company is authorised, and record it.',
  es: 'Espere hasta que el SII diga que su empresa está autorizada, y regístrelo.'
})

const issue = (operation: string, { en, es }: Sentence) => (_kind: JourneyKind, isAgain: boolean): NextStep =>
  call(operation, isAgain
    ? { en: `${en} The earlier attempt does not count.`, es: `${es} El intento anterior no vale.` }
    : { en, es })

const issueBook = issue('Certification/IssueBook', { en: 'Issue the book.', es: 'Emita el libro.' })

/** How an attempt at an item begins. */
const beginnings: Record<ItemKind, (kind: JourneyKind, isAgain: boolean) => NextStep> = {
  documents: issue('Certification/Issue', { en: 'Issue the set.', es: 'Emita el set.' }),
  guideBook: issueBook,
  salesBook: issueBook,
  purchaseBook: issueBook,
  folioConsumption: issueBook,
  simulation: issue('Certification/Simulation', {
    en: 'Submit 20 to 100 documents of your business, of every type.',
    es: 'Envíe de 20 a 100 documentos de su operación, con todos los tipos.'
  }),
  exchange: () => visit(pages.exchange, 'exchangeUploaded', {
    en: 'Download ENVIO_DTE, answer it, and upload the three answers.',
    es: 'Descargue ENVIO_DTE, respóndalo y suba las tres respuestas.'
  }),
  samples: () => visit(pages.samples, 'samplesUploaded', {
    en: 'Upload the PDF of each row, all at once.', es: 'Suba el PDF de cada fila, todos de una vez.'
  }),
  declaration: (kind) => visit(kind === 'DTE' ? pages.comply : pages.boletaDeclaration, 'complied', {
    en: 'The legal representative declares compliance.', es: 'El representante legal declara el cumplimiento.'
  })
}

/** Declare the track id: one row, and only that one. */
function declaration (item: Item, kind: JourneyKind): NextStep {
  return visit(declarationPageOf(kind), 'declared', {
    en: 'Declare this envelope, and no other row at the same time.',
    es: 'Declare este envío, y ninguna otra fila a la vez.'
  }, declarationValues(item))
}

/** The page on which envelopes are declared. */
export function declarationPageOf (kind: JourneyKind): Page {
  return kind === 'DTE' ? pages.declare : pages.boletaReview
}

/** A row of that page, as it wants it written: a track id without zeros before it, and DD-MM-YYYY. */
export interface DeclarationRow { name: string, attentionNumber: number | null, trackId: string, day: string }

export function declarationRowOf (item: Item): DeclarationRow {
  const latest = item.attempts.at(-1)
  return {
    name: pageNameOf(item), attentionNumber: item.attentionNumber, trackId: (latest?.trackId ?? '').replace(/^0+/, ''),
    day: santiagoDate(latest?.sentAt ?? new Date(0)).split('-').toReversed().join('-')
  }
}

function declarationValues (item: Item): NextStep['values'] {
  const { name, attentionNumber, trackId, day } = declarationRowOf(item)
  return [
    { label: 'Set', value: name },
    ...(attentionNumber === null ? [] : [{ label: 'Número de atención', value: String(attentionNumber) }]),
    { label: 'Número de envío', value: trackId },
    { label: 'Fecha de envío', value: day }
  ]
}

export const journeyStages = [
  'Enrolled', 'Sets', 'Simulation', 'Exchange', 'Declaration', 'Authorised', 'InProduction'
] as const
export type JourneyStage = typeof journeyStages[number]

/** How far a journey is, by its items and by what people recorded. */
export function stageOf (
  { endedAt, loadedAt }: { endedAt: Date | null, loadedAt: Date | null }, items: readonly Item[],
  steps: readonly Pick<StepRow, 'step'>[]
): JourneyStage {
  const isDone = (step: ManualStep): boolean => steps.some((one) => one.step === step)
  const openKinds = items.filter((item) => !isItemDone(item, isDone)).map(({ kind }) => kind)
  const stages: [JourneyStage, boolean][] = [
    ['InProduction', endedAt !== null],
    ['Authorised', isDone('authorised')],
    ['Enrolled', loadedAt === null],
    ['Sets', openKinds.some((kind) => !laterKinds.has(kind))],
    ['Simulation', openKinds.includes('simulation')],
    ['Exchange', openKinds.includes('exchange') || openKinds.includes('samples')]
  ]
  return stages.find(([, applies]) => applies)?.[0] ?? 'Declaration'
}

const laterKinds: ReadonlySet<string> = new Set(['simulation', 'exchange', 'samples', 'declaration'])

const recordedAs: Partial<Record<ItemKind, ManualStep>> = {
  exchange: 'exchangeUploaded', samples: 'samplesUploaded', declaration: 'complied'
}

/** Items without a review are done once a person recorded it, and the report of folios once it is uploaded. */
function isItemDone (item: Item, isDone: (step: ManualStep) => boolean): boolean {
  const step = recordedAs[item.kind]
  if (step !== undefined) return isDone(step)
  return item.kind === 'folioConsumption'
    ? item.attempts.some((one) => attemptState(one) !== 'Refused')
    : isApproved(item)
}

/** All sets are approved: the SII's page must be advanced. */
export const advanceStep: NextStep = visit(pages.advance, 'advanced', {
  en: 'All sets are approved: go on to the simulation.', es: 'Todos los sets están aprobados: avance a la simulación.'
})

/** Folios come from this page. */
export function foliosStep (
  kind: JourneyKind, needs: readonly { documentType: number, needed: number, active: number }[]
): NextStep {
  return visit(pages.folios, 'foliosObtained', foliosText[kind],
    needs.filter(({ needed, active }) => active < needed).map(({ documentType, needed }) => ({
      label: `Tipo ${documentType}`, value: String(foliosToRequest(documentType, needed))
    })))
}

const foliosText: Record<JourneyKind, Sentence> = {
  DTE: {
    en: 'Request folios: each attempt takes new ones, so ask for three times as many.',
    es: 'Solicite folios: cada intento usa folios nuevos, así que pida el triple.'
  },
  BOLETA: {
    en: 'Request exactly five folios: the SII wants the set within 24 hours of their download.',
    es: 'Solicite exactamente cinco folios: el SII pide el set dentro de las 24 horas desde su descarga.'
  }
}
