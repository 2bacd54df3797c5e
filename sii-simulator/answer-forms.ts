import { createHash } from 'node:crypto'

/**
 * How well a form of an answer is known: an answer that somebody captured, an account or a program of somebody who met
 * it, a guess of ours, or only a manual of the SII's.
 */
export type Evidence = 'captured' | 'reported' | 'guess' | 'manual'

export interface Form { evidence: Evidence, source: string }

/**
 * The forms of one answer. `tidy` is the one that the manuals lead one to expect. Those of which only a manual speaks
 * are never seen in a simulator whose answers are genuine.
 */
interface AnswerKind { tidy: string, forms: Readonly<Record<string, Form>> }

const manual = (source: string): Form => ({ evidence: 'manual', source })
const captured = (source: string): Form => ({ evidence: 'captured', source })
const reported = (source: string): Form => ({ evidence: 'reported', source })
const guess = (source: string): Form => ({ evidence: 'guess', source })

// Public captures and programs (docs/sources.md, S40).
const python = 'a Python client, 2026-09'
const engine = 'an engine for rural sellers, 2026-06'
const odoo = 'the Chilean localisation of odoo'
const lessons = 'notes of a library for electronic documents'
const service = 'notes of a document service, 2026-09'
const boletaApi = 'API SII V1 1.0.5'
const libreDte = "LibreDTE's guide to certification, 2015"

/** The answers of the SII that come in more than one form. */
export const answerKinds = {
  uploadWithoutSession: {
    tidy: 'status5', forms: { status5: manual('Envío automático de DTE'), page501: captured(`${python}; NativeCode, 2026-07`) }
  },
  uploadReceived: {
    tidy: 'oneLine',
    forms: { oneLine: manual('Envío automático de DTE'), blankLines: captured(python), blankLinesAsHtml: captured(engine) }
  },
  uploadRepeated: {
    tidy: 'identifier', forms: { identifier: guess('lists of answers'), waitSeconds: captured(engine) }
  },
  uploadRefused: {
    tidy: 'details', forms: { details: manual('Envío automático de DTE'), looseWords: captured(engine) }
  },
  trackId: {
    tidy: 'plain',
    forms: { plain: manual('Envío automático de DTE'), asIssued: captured(`${python}; ${service}`) }
  },
  respuestaLayout: { tidy: 'oneLine', forms: { oneLine: manual('Consulta de estado de envío'), indented: captured(python) } },
  soapPrefixes: {
    tidy: 'onResponse',
    forms: { onResponse: reported(python), onBoth: captured(engine), none: captured(python) }
  },
  wrongTokenSignature: {
    tidy: 'status05', forms: { status05: manual('Autenticación automática'), status10: captured(`${python}; ${lessons}`) }
  },
  refusedCertificate: {
    tidy: 'worded',
    forms: {
      worded: manual('Autenticación automática'), status10: captured(lessons), status11: reported(odoo),
      status12: reported(odoo), statusMinus07: reported(odoo)
    }
  },
  deadToken: { tidy: 'status003', forms: { status003: manual('Consulta de estado de envío'), status001: captured(python) } },
  operationNamespace: {
    tidy: 'any',
    forms: { any: manual('the WSDL of each service'), ofHost: captured(python), default: captured(engine) }
  },
  statesBeforeEnd: {
    tidy: 'asInManual',
    forms: { asInManual: captured(python), throughSdk: reported(odoo), throughPen: reported(engine) }
  },
  breakdown: {
    tidy: 'whole',
    forms: {
      whole: captured('EstadisticaEnvioSiiTest, 2026-08'), typeMissingAtFirst: guess(engine), typeMissing: reported(engine)
    }
  },
  documentState: {
    tidy: 'atOnce', forms: { atOnce: captured(python), fauAtFirst: reported(engine) }
  },
  bookStates: {
    tidy: 'withoutLso', forms: { withoutLso: manual('Envío de libros'), throughLso: captured('transcripts of 2014') }
  },
  bookSchemaRefused: {
    tidy: 'lrs', forms: { lrs: captured('transcripts of 2014'), lre: reported('a point of sale') }
  },
  boletaListsBeforeEnd: {
    tidy: 'empty', forms: { empty: manual(boletaApi), nullAtReceipt: captured(odoo) }
  },
  boletaCounters: {
    tidy: 'atOnce',
    forms: {
      atOnce: manual(boletaApi), absentAtFirst: reported(service), nullsAtFirst: reported(odoo),
      zerosAtFirst: reported(odoo), partlyAtFirst: guess(odoo), detailsLater: reported(odoo)
    }
  },
  boletaDetails: {
    tidy: 'noted', forms: { noted: manual(boletaApi), everyBoleta: reported(odoo) }
  },
  boletaObjection: { tidy: 'rpr', forms: { rpr: reported(odoo), rlv: reported(odoo) } },
  boletaReasons: {
    tidy: 'wholeCode',
    forms: { wholeCode: manual(boletaApi), numbers: reported(odoo), withoutLevel: captured(lessons) }
  },
  boletasRefused: { tidy: 'ownState', forms: { ownState: manual(boletaApi), processed: reported(odoo) } },
  boletaUploadWithoutToken: {
    tidy: 'status401', forms: { status401: manual(boletaApi), noToken400: captured(lessons) }
  },
  registryDeadToken: {
    tidy: 'page401',
    forms: {
      page401: reported('WsReclamo.js'), page403: reported('WsReclamo.js'), fault200: reported(odoo), fault500: captured(odoo)
    }
  },
  /** The mail about an envelope of documents. */
  envelopeMail: {
    tidy: 'tidyFile',
    forms: {
      tidyFile: manual('RespSII_v10.xsd'),
      productionFile: reported('a mail filter: "Produccion - Resultado de Revision Envio"'),
      file: reported('LibreDTE, which looks for "Resultado de Revision Envio"'),
      textFile: reported('dte-chile; DIMABE dte-service, 2026-09, in certification'),
      text: captured(libreDte)
    }
  },
  /** The line of a text that names a document, above its reasons. */
  documentNaming: { tidy: 'columns', forms: { columns: guess('none'), labels: guess('none') } },
  bookMail: {
    tidy: 'tidyFile',
    forms: {
      tidyFile: manual('RespSIILibros_v10.xsd'), textFile: reported('dte-chile, in certification'), text: captured(libreDte)
    }
  },
  /** The mail about a set of the certification. */
  setMail: {
    tidy: 'tidyText',
    forms: {
      tidyText: manual('none'), textFile: reported('dte-chile, in certification'), text: captured(libreDte)
    }
  },
} as const satisfies Record<string, AnswerKind>

type Kinds = typeof answerKinds
export type AnswerKindName = keyof Kinds
export type FormOf<Kind extends AnswerKindName> = Extract<keyof Kinds[Kind]['forms'], string>

export interface AnswerSettings {
  /** `genuine`, the default: as the SII was seen to answer. `tidy`: as its manuals say. */
  answers?: 'genuine' | 'tidy' | undefined
  /** Of the choice among genuine forms; the same seed and the same subject give the same form. */
  seed?: number | undefined
}

/** Chooses the form of each answer. */
export function createAnswerForms ({ answers = 'genuine', seed = 1 }: AnswerSettings = {}) {
  const settings = { answers, seed }
  return {
    /** May be changed while the simulator runs. */
    settings,
    /** `subject` is what the answer is about, so that the answers about one envelope stay as they are. */
    choose<Kind extends AnswerKindName> (kind: Kind, subject: string): FormOf<Kind> {
      const { tidy }: AnswerKind = answerKinds[kind]
      if (settings.answers === 'tidy') return tidy as FormOf<Kind>
      const forms = genuineForms(kind)
      const hash = createHash('sha256').update(`${settings.seed} ${kind} ${subject}`).digest()
      return forms[hash.readUInt32BE() % forms.length] ?? tidy as FormOf<Kind>
    },
  }
}

export type AnswerForms = ReturnType<typeof createAnswerForms>

/** The forms that are more than a manual's; each is as likely as another. */
export function genuineForms<Kind extends AnswerKindName> (kind: Kind): FormOf<Kind>[] {
  const { forms }: AnswerKind = answerKinds[kind]
  return Object.keys(forms).filter((name) => forms[name]?.evidence !== 'manual') as FormOf<Kind>[]
}
