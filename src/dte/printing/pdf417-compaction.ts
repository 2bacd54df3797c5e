/**
 * How PDF417 packs bytes into codewords (ISO/IEC 15438, 5.4): pairs of characters in text compaction, with its four
 * submodes, or six bytes in five codewords. A TED changes between them all the time, and a change at the wrong place
 * wastes rows: the cheapest way through all bytes is found as a shortest path.
 */
const alpha = 0
const lower = 1
const punctuation = 3
const submodes = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ ',
  'abcdefghijklmnopqrstuvwxyz ',
  // 25 is the latch to punctuation.
  '0123456789&\r\t,:#-.$/+%*=^\0 ',
  ';<>@[\\]_`~!\r\t,:\n-.$/"|*()?{}\''
]
/** From the submode of the row to that of the column. */
const latches = [
  [[], [27], [28], [28, 25]],
  [[28, 28], [], [28], [28, 25]],
  [[28], [27], [], [25]],
  [[29], [29, 27], [29, 28], []]
]
const punctuationShift = 29
const alphaShift = 27
const padding = 29

const textLatch = 900
const byteLatch = 901
const sixBytesLatch = 924
const byteShift = 913
const bytesPerGroup = 6

const values = new Int8Array(submodes.length * 256).fill(-1)
for (const [submode, characters] of submodes.entries()) {
  for (let value = 0; value < characters.length; value++) {
    if (characters[value] !== '\0') values[submode * 256 + characters.charCodeAt(value)] = value
  }
}

/** Negative for a byte that the submode does not know. */
const valueIn = (submode: number, byte: number): number => values[submode * 256 + byte] ?? -1

// Where a path may stand after a byte: in one of the submodes, with the last codeword full or half full, or after so
// many bytes of a group.
const firstGroupState = 8
const states = firstGroupState + bytesPerGroup
const textState = (submode: number, isHalf: number): number => submode * 2 + isHalf

// How a byte is written.
const plainly = 0
const shifted = 1
const byByteShift = 2

/** The codewords of some bytes, as few as can be, for a symbol that begins in text compaction. */
export function compacted (bytes: Uint8Array): number[] {
  const writer = createWriter()
  for (const { byte, from, to, way } of cheapestPath(bytes)) {
    if (to >= firstGroupState) writer.addByte(byte)
    else if (way === byByteShift) writer.addByteShift(byte)
    else writer.addText(textOf(byte, from, to, way), from >= firstGroupState)
  }
  return writer.end()
}

interface Step { byte: number, from: number, to: number, way: number }

/** The characters of text compaction for a byte: latches or a shift, and its value. */
function textOf (byte: number, from: number, to: number, way: number): number[] {
  const after = to >> 1
  if (way === plainly) return [...latchesBetween(submodeOf(from), after), valueIn(after, byte)]
  const inPunctuation = valueIn(punctuation, byte)
  return inPunctuation >= 0 ? [punctuationShift, inPunctuation] : [alphaShift, valueIn(alpha, byte)]
}

/** Text begins with alpha after a group of bytes. */
function submodeOf (state: number): number {
  return state < firstGroupState ? state >> 1 : alpha
}

function latchesBetween (from: number, to: number): readonly number[] {
  return latches[from]?.[to] ?? []
}

/** By the cost in half codewords, from the first byte on. */
function cheapestPath (bytes: Uint8Array): Step[] {
  const back = new Uint8Array(bytes.length * states)
  let costs = new Uint16Array(states).fill(unreachable)
  costs[textState(alpha, 0)] = 0
  for (const [index, byte] of bytes.entries()) {
    const next = new Uint16Array(states).fill(unreachable)
    const relax: Relax = (from, to, cost, way) => {
      const total = (costs[from] ?? 0) + cost
      if (total >= (next[to] ?? 0)) return
      next[to] = total
      back[index * states + to] = from << 2 | way
    }
    for (let from = 0; from < states; from++) {
      if (costs[from] !== unreachable) relaxFrom(from, byte, relax)
    }
    costs = next
  }
  return stepsTo(cheapestEnd(costs), bytes, back)
}

const unreachable = 0xffff

type Relax = (from: number, to: number, cost: number, way: number) => void

function relaxFrom (from: number, byte: number, relax: Relax): void {
  if (from < firstGroupState) {
    const isHalf = from & 1
    relaxText(from, byte, 0, relax)
    // A half codeword would be filled with a shift, which readers could apply to the byte.
    if (isHalf === 0) relax(from, from, 4, byByteShift)
    relax(from, firstGroupState + 1, isHalf + 4, plainly)
  } else {
    const inGroup = from - firstGroupState
    relaxText(from, byte, 2, relax)
    relax(from, firstGroupState + (inGroup + 1) % bytesPerGroup, inGroup === bytesPerGroup - 1 ? 0 : 2, plainly)
  }
}

/** Writes the byte as text, in each submode that knows it. `latchCost`: of the way back to text. */
function relaxText (from: number, byte: number, latchCost: number, relax: Relax): void {
  const [submode, isHalf] = [submodeOf(from), from < firstGroupState ? from & 1 : 0]
  for (let to = 0; to < submodes.length; to++) {
    if (valueIn(to, byte) < 0) continue
    const characters = latchesBetween(submode, to).length + 1
    relax(from, textState(to, (isHalf + characters) % 2), latchCost + characters, plainly)
  }
  if (isShiftable(byte, submode)) relax(from, textState(submode, isHalf), latchCost + 2, shifted)
}

function isShiftable (byte: number, submode: number): boolean {
  if (submode !== punctuation && valueIn(punctuation, byte) >= 0) return true
  return submode === lower && valueIn(alpha, byte) >= 0
}

/** A half codeword is filled up. */
function cheapestEnd (costs: Uint16Array): number {
  const total = (state: number): number => (costs[state] ?? 0) + (state < firstGroupState ? state & 1 : 0)
  return Array.from(costs.keys()).reduce((best, state) => total(state) < total(best) ? state : best)
}

function stepsTo (end: number, bytes: Uint8Array, back: Uint8Array): Step[] {
  const steps: Step[] = []
  for (let [index, to] = [bytes.length - 1, end]; index >= 0; index--) {
    const step = back[index * states + to] ?? 0
    steps.push({ byte: bytes[index] ?? 0, from: step >> 2, to, way: step & 3 })
    to = step >> 2
  }
  return steps.reverse()
}

/** Puts characters into pairs and bytes into groups. */
function createWriter () {
  const written: number[] = []
  let half: number | undefined
  let group: number[] = []

  function endText (): void {
    if (half !== undefined) written.push(half * 30 + padding)
    half = undefined
  }

  function endGroup (): void {
    if (group.length === 0) return
    written.push(group.length % bytesPerGroup === 0 ? sixBytesLatch : byteLatch)
    for (let at = 0; at < group.length; at += bytesPerGroup) {
      const six = group.slice(at, at + bytesPerGroup)
      written.push(...six.length === bytesPerGroup ? fiveOf(six) : six)
    }
    group = []
  }

  return {
    addText (characters: readonly number[], afterBytes: boolean): void {
      endGroup()
      if (afterBytes) written.push(textLatch)
      for (const character of characters) {
        if (half === undefined) {
          half = character
        } else {
          written.push(half * 30 + character)
          half = undefined
        }
      }
    },
    addByteShift (byte: number): void { written.push(byteShift, byte) },
    addByte (byte: number): void {
      endText()
      group.push(byte)
    },
    end (): number[] {
      endText()
      endGroup()
      return written
    }
  }
}

/** Six bytes as a number of five digits to base 900. */
function fiveOf (six: readonly number[]): number[] {
  let number = six.reduce((sum, byte) => sum * 256 + byte, 0)
  const digits: number[] = []
  for (let digit = 0; digit < 5; digit++) {
    digits.unshift(number % 900)
    number = Math.floor(number / 900)
  }
  return digits
}
