import type { Findings } from './findings.ts'
import type { DocumentEntry, FolioOfIssuer, Ledger, RegistryEntry } from './ledger.ts'
import type { Memory } from './memory.ts'
import type { SimulatedClock } from './progress.ts'
import { addDays, dayMs, localDate } from './time.ts'

/**
 * "Registro de Aceptación o Reclamo": rules transcribed from the SII's "Web Service de Consulta y Registro de
 * Aceptación/Reclamo a DTE recibido" 1.2, and what programs in use report of it.
 */
const claims = ['RCD', 'RFP', 'RFT']
const actions = ['ACD', 'ERM', ...claims]
const claimableTypes = [33, 34, 43]
const firstDay = '2017-01-14'
const days = 8

// The words of 0 are the manual's; the others say what the manual says.
const glosses: Readonly<Record<number, string>> = {
  [-1]: 'Error interno',
  0: 'Acción Completada OK',
  1: 'RUT del emisor no es válido',
  2: 'Folio no es válido',
  3: 'Tipo de documento no es válido',
  4: 'Acción no es válida',
  6: 'No se puede otorgar recibo: el documento ya tiene un reclamo',
  7: 'Evento registrado previamente',
  8: 'Pasados 8 días después de la recepción no es posible registrar reclamos o eventos',
  10: 'Documento no recibido desde el 14-01-2017',
  11: 'No se puede reclamar: el documento ya tiene una aceptación de contenido',
  12: 'No se puede aceptar: el documento ya tiene un reclamo',
  13: 'No se puede reclamar: el documento ya tiene un recibo de mercaderías o servicios',
  14: 'El usuario autenticado no corresponde al receptor del documento',
  15: 'Listado de eventos del documento',
  16: 'Documento no tiene eventos',
  17: 'El usuario autenticado no corresponde al emisor ni al receptor del documento',
  18: 'Documento no ha sido recibido en el SII',
  20: 'Documento no es cedible',
  21: 'Documento anulado por una nota de crédito',
  22: 'Documento sin reclamo ni recibo todavía',
  23: 'Documento cedible',
  24: 'Documento reclamado',
  25: 'Documento cedible: han pasado 8 días desde su recepción',
  27: 'No se puede registrar un evento: documento pagado al contado o gratuito'
}

/** How the registry behaves where sources disagree, or it has been seen to differ. */
export interface RegistrySettings {
  /** Eight days of 24 hours from the moment of reception, or until the end of the eighth day. */
  deadline: 'hours' | 'days'
  receptionDate: 'given' | 'empty' | 'sentence'
  /** Of the token for certification. */
  token: 'production' | 'any'
}

export interface RegistryAnswer { code: number, gloss: string, entries: readonly RegistryEntry[] }

interface Parts { findings: Findings, ledger: Ledger, memory: Memory, simClock: SimulatedClock }

/** What receivers said about documents of types 33, 34 and 43. */
export function createRegistry ({ findings, ledger, memory, simClock }: Parts) {
  const settings: RegistrySettings = { deadline: 'days', receptionDate: 'given', token: 'production' }

  const documentOf = ({ issuer, documentType, folio }: FolioOfIssuer): DocumentEntry | undefined =>
    findings.received(issuer, documentType, folio)

  function receivedAt ({ trackId }: DocumentEntry): Date {
    return new Date(ledger.envelope(trackId)?.receivedAt ?? 0)
  }

  function isLate (document: DocumentEntry): boolean {
    const received = receivedAt(document)
    return settings.deadline === 'hours'
      ? simClock.now().getTime() > received.getTime() + days * dayMs
      : localDate(simClock.now()) > addDays(localDate(received), days)
  }

  function codeOfAct (asked: FolioOfIssuer, action: string, company: string): number {
    const document = documentOf(asked)
    if (!claimableTypes.includes(asked.documentType)) return 3
    if (!actions.includes(action)) return 4
    if (!document) return 18
    if (localDate(receivedAt(document)) < firstDay) return 10
    if (document.facts.receiver !== company) return 14
    if (takesNoEvent(document)) return 27
    return isLate(document) ? 8 : codeByMatrix(ledger.registryOf(asked).map(({ code }) => code), action)
  }

  function codeOfAssignability (asked: FolioOfIssuer): number {
    const document = documentOf(asked)
    if (!claimableTypes.includes(asked.documentType)) return 20
    if (!document) return 18
    if (takesNoEvent(document)) return 20
    const has = (...codes: string[]) => ledger.registryOf(asked).some(({ code }) => codes.includes(code))
    if (has('NCA')) return 21
    if (has(...claims)) return 24
    if (has('ACD', 'ERM')) return 23
    return isLate(document) ? 25 : 22
  }

  async function add (document: FolioOfIssuer, code: string, responsible: string): Promise<void> {
    const entry = { code, responsible, at: simClock.now().toISOString() }
    await memory.remember({ kind: 'registryEntry', document, entry })
  }

  return {
    settings,
    /** What a company does about a document. */
    async act (asked: FolioOfIssuer, action: string, company: string): Promise<RegistryAnswer> {
      const code = codeOfAct(asked, action, company)
      if (code === 0) await add(asked, action, company)
      return answer(code)
    },
    /** An entry as it comes about elsewhere, such as ERG and PAG on the SII's site: without rules. */
    add,
    list (asked: FolioOfIssuer): RegistryAnswer {
      if (!claimableTypes.includes(asked.documentType)) return answer(3)
      if (!documentOf(asked)) return answer(18)
      const entries = ledger.registryOf(asked)
      return answer(entries.length > 0 ? 15 : 16, entries)
    },
    assignability: (asked: FolioOfIssuer): RegistryAnswer => answer(codeOfAssignability(asked)),
    receptionOf (asked: FolioOfIssuer): Date | undefined {
      const document = documentOf(asked)
      return document && receivedAt(document)
    },
    partiesOf: (asked: FolioOfIssuer): string[] => [asked.issuer, documentOf(asked)?.facts.receiver ?? asked.issuer],
    answer
  }
}

export type Registry = ReturnType<typeof createRegistry>

function answer (code: number, entries: readonly RegistryEntry[] = []): RegistryAnswer {
  return { code, gloss: glosses[code] ?? 'ERROR', entries }
}

/** Paid at once, or free of charge. */
function takesNoEvent ({ facts: { paymentForm } }: DocumentEntry): boolean {
  return paymentForm === '1' || paymentForm === '3'
}

/** Which action may follow which; notes about the document (NCA, ENC) change nothing. */
function codeByMatrix (before: readonly string[], action: string): number {
  if (before.some((code) => claims.includes(code))) {
    if (action === 'ACD') return 12
    if (action === 'ERM') return 6
    return before.includes(action) ? 7 : 0
  }
  if (before.includes(action)) return 7
  if (!claims.includes(action)) return 0
  if (before.includes('ACD')) return 11
  return before.includes('ERM') ? 13 : 0
}
