import type { Companies } from '../companies.ts'
import { isRut } from '../rut.ts'
import type { Document } from './facts.ts'
import { reason, type Reason } from './reasons.ts'
import { child, childrenOf, textAt, type Element } from './xml.ts'

const rutElements = new Set([
  'RUTEmisor', 'RUTRecep', 'RUTMandante', 'RUTSolicita', 'RUTTrans', 'RUTChofer', 'RUTCiaTransp', 'RUTOtr', 'RUTProvSW',
  'RUTProveedor'
])

/** Checks the issuer, its activities, and the check digit of every RUT. */
export function judgeHeader ({ facts, body }: Document, coverIssuer: string, companies: Companies): Reason[] {
  const found = wrongRuts(body).map((rut) => reason('HED-3-150', rut))
  if (facts.issuer !== coverIssuer) found.push(reason('HED-3-151', facts.issuer))
  if (companies.isAnnulled(facts.issuer, facts.documentType, facts.folio)) found.push(reason('DTE-3-601'))
  for (const { text } of childrenOf(child(child(body, 'Encabezado'), 'Emisor'), 'Acteco')) {
    if (!companies.hasActivity(facts.issuer, Number(text))) found.push(reason('HED-3-861', text))
  }
  return found
}

function wrongRuts ({ name, text, children }: Element, found: string[] = []): string[] {
  if (rutElements.has(name) && !isRut(text.trim())) found.push(`${name} ${text}`)
  for (const child of children) if (child.name !== 'TED') wrongRuts(child, found)
  return found
}

/** The text of an element under Encabezado. */
export function headerText (body: Element, path: string): string | undefined {
  return textAt(child(body, 'Encabezado'), path)?.trim()
}
