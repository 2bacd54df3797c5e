/** Attachments of winmail.dat, in which Outlook wraps them ([MS-OXTNEF]). */

const signature = 0x223e9f78
const headerBytes = 6
// The attributes of an attachment: it begins, its name, its bytes.
const renderingData = 0x00069002
const attachTitle = 0x00018010
const attachData = 0x0006800f

export function isTnef (bytes: Buffer): boolean {
  return bytes.length >= headerBytes && bytes.readUInt32LE(0) === signature
}

/** The attachments; what is cut off or damaged ends the list, and `isWhole` is false. */
export function readTnef (bytes: Buffer): { files: { name: string, bytes: Buffer }[], isWhole: boolean } {
  const found: { name: string, bytes: Buffer | undefined }[] = []
  let isWhole = true
  for (let at = headerBytes; at + 11 <= bytes.length;) {
    const [attribute, length] = [bytes.readUInt32LE(at + 1), bytes.readUInt32LE(at + 5)]
    const data = bytes.subarray(at + 9, at + 9 + length)
    isWhole = data.length === length
    if (!isWhole) break
    // Level, attribute, length, the data and a checksum of two bytes.
    at += 11 + length
    if (attribute === renderingData) found.push({ name: '', bytes: undefined })
    const last = found.at(-1)
    if (last && attribute === attachTitle) last.name = data.toString('latin1').replace(/\0[\s\S]*$/, '')
    if (last && attribute === attachData) last.bytes = data
  }
  return { files: found.flatMap(({ name, bytes: content }) => content ? [{ name, bytes: content }] : []), isWhole }
}
