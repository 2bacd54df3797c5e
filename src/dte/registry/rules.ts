/** What the registry takes of a receiver, when, and what its answers mean [S48]. */
import { addDays, addMonths, daysBetween, santiagoDate, startOfSantiagoDay } from '../values/calendar.ts'
import type { ClaimDeadline } from './deadline.ts'
import { isClaim, type RegistryAction, registryActions } from './events.ts'

interface Sentence { en: string, es: string }

/** A moment, and until when a document can be claimed if that is known. */
export interface Running { now: Date, deadline: ClaimDeadline | undefined }

/** The code with which the registry answers an action after these events. */
export function expectedCode (events: readonly string[], action: RegistryAction, { now, deadline }: Running): number {
  if (events.includes('PAG')) return 27
  if (deadline && now > deadline.later) return 8
  if (events.includes(action)) return 7
  return codeAfter(action, {
    isAccepted: events.includes('ACD'), isReceipted: events.includes('ERM') || events.includes('ERG'),
    isClaimed: events.some(isClaim)
  })
}

function codeAfter (
  action: RegistryAction, { isAccepted, isReceipted, isClaimed }: Record<'isAccepted' | 'isReceipted' | 'isClaimed', boolean>
): number {
  if (isClaim(action)) return isAccepted ? 11 : isReceipted ? 13 : 0
  if (isClaimed) return action === 'ACD' ? 12 : 6
  return action === 'ERM' && isReceipted ? 7 : 0
}

/** The actions that the registry would take now. */
export function possibleActions (events: readonly string[], running: Running): RegistryAction[] {
  return registryActions.filter((action) => expectedCode(events, action, running) === 0)
}

/**
 * - registered: the registry has it now
 * - known: it had it before
 * - retry: an error of the SII's own
 * - noEvents: the document takes none
 * - refused: it will not take it
 */
export type AnswerFate = 'registered' | 'known' | 'retry' | 'noEvents' | 'refused'

export interface RegistryAnswer extends Sentence { fate: AnswerFate }

const answer = (fate: AnswerFate, en: string, es: string): RegistryAnswer => ({ fate, en, es })
const claimed = answer('refused', 'The document was claimed before.', 'El documento ya fue reclamado.')
const notReceiver = answer(
  'refused', "The certificate's holder may not act for the receiver of this document at the SII.",
  'El titular del certificado no puede actuar ante el SII por el receptor de este documento.'
)

/** The registry had the action before. */
export const knownCode = 7

/** codResp of ingresarAceptacionReclamoDoc. No rule of the SII yields 5 and 19, and 27 is known from reports only. */
export const registryAnswers: Readonly<Record<number, RegistryAnswer>> = {
  0: answer('registered', 'The registry has it.', 'Quedó registrado.'),
  1: answer('refused', "The registry does not take the issuer's RUT.", 'El registro no admite el RUT del emisor.'),
  2: answer('refused', 'The registry does not take the folio.', 'El registro no admite el folio.'),
  3: answer(
    'refused', 'The registry does not take documents of this type.', 'El registro no admite documentos de este tipo.'
  ),
  4: answer('refused', 'The registry does not know this action.', 'El registro no conoce esta acción.'),
  5: claimed,
  6: answer(
    'refused', 'The document was claimed before, so no receipt can be given.',
    'El documento ya fue reclamado: no se puede dar el acuse de recibo.'
  ),
  [knownCode]: answer('known', 'The registry had it before.', 'Ya estaba registrado.'),
  8: answer(
    'refused', 'The eight days have ended: the document counts as accepted.',
    'Pasaron los ocho días: el documento se entiende aceptado.'
  ),
  9: answer('refused', 'The registry has no such document.', 'El registro no tiene ese documento.'),
  10: answer(
    'refused', 'The SII received the document before 14 January 2017, when the registry began.',
    'El SII recibió el documento antes del 14 de enero de 2017, cuando comenzó el registro.'
  ),
  11: answer(
    'refused', 'The content was accepted before, so it cannot be claimed.',
    'El contenido ya fue aceptado: no se puede reclamar.'
  ),
  12: answer(
    'refused', 'The document was claimed before, so it cannot be accepted.',
    'El documento ya fue reclamado: no se puede aceptar.'
  ),
  13: answer(
    'refused', 'The receipt was given before, so the document cannot be claimed.',
    'El acuse de recibo ya fue dado: no se puede reclamar.'
  ),
  14: notReceiver,
  17: notReceiver,
  18: answer('refused', 'The SII has not received the document.', 'El SII no ha recibido el documento.'),
  19: claimed,
  27: answer(
    'noEvents', 'A document that is paid at once or free takes no acceptance, receipt or claim.',
    'Un documento pagado al contado o gratuito no admite aceptación, acuse ni reclamo.'
  ),
  [-1]: answer('retry', 'The SII had an error of its own.', 'El SII tuvo un error interno.')
}

/** A code that the SII has not published is shown as it came: negative ones are errors of its own. */
export function registryAnswer (code: number): RegistryAnswer {
  return registryAnswers[code] ?? answer(
    code < 0 ? 'retry' : 'refused', `The registry answered with the code ${code}.`,
    `El registro respondió con el código ${code}.`
  )
}

/** codResp of listarEventosHistDoc: 15 lists events, 16 says that there are none. */
export function hasListed (code: number): boolean {
  return code === 15 || code === 16
}

// codResp of consultarDocDteCedible.
const assignabilityCodes: readonly number[] = [20, 21, 22, 23, 24, 25]

/** Whether the meaning of a codResp is known, of whichever operation. */
export function isKnownAnswer (code: number): boolean {
  return registryAnswers[code] !== undefined || hasListed(code) || assignabilityCodes.includes(code)
}

/**
 * Until when the receipt keeps the tax credit in the month in which the SII received the document. Undefined where
 * silence would do the same, since the days end in that month.
 */
export function receiptDeadline (receivedAt: Date, claimBy: Date): Date | undefined {
  const month = santiagoDate(receivedAt).slice(0, 7)
  if (santiagoDate(claimBy).startsWith(month)) return undefined
  return new Date(startOfSantiagoDay(addMonths(`${month}-01`, 1)).getTime() - 1000)
}

/** When what can wait until the end of a month is done: in the morning, three days before it. */
export function beforeMonthEnd (receiptBy: Date): Date {
  const hours = 9 * 3_600_000
  return new Date(startOfSantiagoDay(addDays(santiagoDate(receiptBy), -3)).getTime() + hours)
}

/** Days in Chile from today until a moment: 0 for one of today. */
export function daysLeft (now: Date, until: Date): number {
  return daysBetween(santiagoDate(now), santiagoDate(until))
}
