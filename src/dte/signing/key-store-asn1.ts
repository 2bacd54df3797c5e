/** Reading the ASN.1 of key stores. */
import forge from 'node-forge'
import { malformed } from './file-errors.ts'

export type Asn1 = forge.asn1.Asn1

export function parse (der: string): Asn1 {
  return forge.asn1.fromDer(der)
}

export function children (node: Asn1): Asn1[] {
  if (typeof node.value === 'string') throw malformed('A part is missing')
  return node.value
}

export function child (node: Asn1, index: number): Asn1 {
  const found = children(node)[index]
  if (!found) throw malformed('A part is missing')
  return found
}

/** The bytes of a string that BER may have cut into pieces. */
export function octets (node: Asn1): string {
  return typeof node.value === 'string' ? node.value : children(node).map(octets).join('')
}

export function oidOf (node: Asn1): string {
  return forge.asn1.derToOid(octets(node))
}

export function integerOf (node: Asn1): number {
  return Number(`0x${Buffer.from(octets(node), 'latin1').toString('hex')}`)
}

export function toBuffer (binary: string): Buffer {
  return Buffer.from(binary, 'latin1')
}
