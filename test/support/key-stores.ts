import forge from 'node-forge'
import { defined } from './expecting.ts'

/** A .p12 whose MAC asks for so many rounds; no password proves right against it. */
export function slowToOpen (file: Buffer, rounds = 399_000): Buffer {
  const pfx = forge.asn1.fromDer(file.toString('latin1'))
  const [, , macData] = pfx.value as forge.asn1.Asn1[]
  const parts = defined(macData).value as forge.asn1.Asn1[]
  const { Class, Type } = forge.asn1
  parts[2] = forge.asn1.create(
    Class.UNIVERSAL, Type.INTEGER, false, Buffer.from(rounds.toString(16).padStart(6, '0'), 'hex').toString('latin1')
  )
  return Buffer.from(forge.asn1.toDer(pfx).getBytes(), 'latin1')
}
