/** What collects the lines of a part's body, as postal-mime calls it. */
export interface BodyDecoder { update: (line: Uint8Array) => void, finalize: () => Promise<ArrayBuffer> }

const firstBytes = 4096
const lineEnd = Uint8Array.of(0x0a)
const padding = 0x3d
const noDigit = 255

const digits = new Uint8Array(256).fill(noDigit)
Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').forEach((character, value) => {
  digits[character] = value
})

/** The body as it stands, with one LF after each line. */
export function plainDecoder (): BodyDecoder {
  const { append, toArrayBuffer } = growingBytes()
  return {
    update (line) {
      append(line)
      append(lineEnd)
    },
    finalize: () => Promise.resolve(toArrayBuffer())
  }
}

/** Base64 (RFC 2045, 6.8). Other characters are skipped; padding may end each line, not only the last. */
export function base64Decoder (): BodyDecoder {
  const { append, toArrayBuffer } = growingBytes()
  let [bits, count] = [0, 0]

  function update (line: Uint8Array): void {
    const decoded = new Uint8Array(line.length)
    let length = 0
    for (const character of line) {
      const digit = digits[character] ?? noDigit
      if (character === padding) count = 0
      if (digit === noDigit) continue
      bits = (bits << 6 | digit) & 0xffff
      count += 6
      if (count < 8) continue
      count -= 8
      decoded[length++] = bits >> count
    }
    append(decoded.subarray(0, length))
  }

  return { update, finalize: () => Promise.resolve(toArrayBuffer()) }
}

function growingBytes () {
  let bytes = new Uint8Array(firstBytes)
  let length = 0
  return {
    append (more: Uint8Array): void {
      if (length + more.length > bytes.length) {
        const larger = new Uint8Array(2 * (length + more.length))
        larger.set(bytes.subarray(0, length))
        bytes = larger
      }
      bytes.set(more, length)
      length += more.length
    },
    toArrayBuffer: (): ArrayBuffer => bytes.buffer.slice(0, length)
  }
}
