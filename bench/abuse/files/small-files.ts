import { between, magnitude, pick, type Random } from '../../random.ts'
import { damaged } from './damage.ts'
import type { HostileFile } from './workbooks.ts'
import { xmlBombText } from './xml-bombs.ts'

/** A CAF with something enormous in it, in as many bytes as it may have. */
export function hostileCaf (good: Buffer, index: number, random: Random): HostileFile {
  if (index % 2 === 0) return damaged(good, random)
  const text = good.toString('latin1')
  const { name, text: bomb } = xmlBombText(index, random, 60_000 - text.length)
  const at = pick(random, ['<DA>', '<AUTORIZACION>', '</RNG>', '<RSASK>', '<FRMA', '</AUTORIZACION>'])
  return { name: `${name} before ${at}`, bytes: Buffer.from(text.replace(at, () => bomb + at), 'latin1') }
}

/** A result file of the SII, two megabytes at most. */
export function hostileResult (
  facts: { taxNumber: string, trackId: string }, index: number, random: Random
): HostileFile {
  const good = resultXml(facts, '')
  if (index % 3 === 0) return damaged(Buffer.from(good, 'latin1'), random)
  if (index % 3 === 1) {
    const { name, text } = xmlBombText(index, random, 1_900_000)
    return { name, bytes: Buffer.from(resultXml(facts, text), 'latin1') }
  }
  const reviews = magnitude(random, 100, 30_000)
  const detail = `<DETALLE>${'x'.repeat(between(random, 0, 60))}</DETALLE>`.repeat(between(random, 0, 2))
  const body = Array.from(
    { length: reviews },
    (_, folio) => `<REVISIONDTE><FOLIO>${folio}</FOLIO><TIPODTE>33</TIPODTE><ESTADO>RCH</ESTADO>${detail}</REVISIONDTE>`
  ).join('').slice(0, 1_900_000)
  return { name: `${reviews} documents`, bytes: Buffer.from(resultXml(facts, body), 'latin1') }
}

function resultXml ({ taxNumber, trackId }: { taxNumber: string, trackId: string }, inside: string): string {
  return '<?xml version="1.0" encoding="ISO-8859-1"?>\n<RESULTADO_ENVIO><IDENTIFICACION>' +
    `<RUTEMISOR>${taxNumber}</RUTEMISOR><RUTENVIA>12345678-5</RUTENVIA><TRACKID>${trackId}</TRACKID><TMSTRECEPCION>20/11/2026 10:00:00</TMSTRECEPCION><ESTADO>EPR - Envio Procesado</ESTADO>` +
    `</IDENTIFICACION><REVISIONENVIO>${inside}</REVISIONENVIO></RESULTADO_ENVIO>`
}

/** DER (X.690): a tag with its length, which may lie. */
function der (tag: number, content: Buffer, claimed = content.length): Buffer {
  const length = claimed < 128
    ? Buffer.from([claimed])
    : Buffer.from([0x84, ...[24, 16, 8, 0].map((shift) => (claimed >>> shift) & 255)])
  return Buffer.concat([Buffer.from([tag]), length, content])
}

const iterationsAt = (file: Buffer): number[] => {
  const found: number[] = []
  // INTEGERs of two bytes: the counts of iterations are among them.
  for (
    let at = file.indexOf(Buffer.from([0x02, 0x02])); at >= 0; at = file.indexOf(Buffer.from([0x02, 0x02]), at + 1)
  ) found.push(at)
  return found
}

/** A .p12: damaged, deep, of lying lengths, or wanting very many iterations. */
export function hostileCertificate (good: Buffer, index: number, random: Random): HostileFile {
  return (kinds[index % kinds.length] ?? spoilt)(good, random)
}

const kinds = [spoilt, deep, spoilt, lying, dear, filled]

function spoilt (good: Buffer, random: Random): HostileFile {
  return damaged(good, random)
}

function deep (_good: Buffer, random: Random): HostileFile {
  const depth = between(random, 100, 12_000)
  let bytes: Buffer = Buffer.from([5, 0])
  for (let level = 0; level < depth && bytes.length < 60_000; level++) {
    bytes = der(pick(random, [0x30, 0x31, 0xa0, 0x24]), bytes)
  }
  return { name: `depth ${depth}`, bytes }
}

function lying (good: Buffer, random: Random): HostileFile {
  const claimed = between(random, 0, 2 ** 31 - 1)
  return { name: `length said ${claimed}`, bytes: der(0x30, good.subarray(4), claimed) }
}

function dear (good: Buffer, random: Random): HostileFile {
  const places = iterationsAt(good)
  const bytes = Buffer.from(good)
  const iterations = between(random, 20_000, 32_767)
  for (const at of places) bytes.writeUInt16BE(iterations, at + 2)
  return { name: `${iterations} iterations`, bytes }
}

function filled (good: Buffer, random: Random): HostileFile {
  const more = Array.from(
    { length: between(random, 100, 10_000) },
    () => der(pick(random, [0x02, 0x04, 0x05, 0x06, 0x30]), Buffer.alloc(between(random, 0, 3)))
  )
  return {
    name: `${more.length} elements`, bytes: der(0x30, Buffer.concat([good.subarray(4), ...more]).subarray(0, 60_000))
  }
}
