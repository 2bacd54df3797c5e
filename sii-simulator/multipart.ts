/** One upload form, as the SII's manual "Envío automático de DTE" lays it out. */
export interface UploadForm {
  sender: string
  company: string
  fileName: string
  bytes: Buffer
  /** Undefined for one that comes now. */
  at?: Date
}

export type FormProblem = 'malformed' | 'cut'

interface Part { name: string, fileName: string | undefined, content: Buffer }

const fieldsInOrder = ['rutSender', 'dvSender', 'rutCompany', 'dvCompany', 'archivo']

/** Reads the five parts; 'cut' when the closing boundary never came. */
export function readUploadForm (contentType: string | undefined, body: Buffer): UploadForm | FormProblem {
  const delimiter = /;\s*boundary="?([^";\s]+)/i.exec(contentType ?? '')?.[1]
  if (!delimiter) return 'malformed'
  const parts = splitParts(body, delimiter)
  if (parts === 'cut') return 'cut'
  if (parts.map((part) => part.name).join() !== fieldsInOrder.join()) return 'malformed'
  const [sender, senderDigit, company, companyDigit] = parts.map(({ content }) =>
    content.toString('latin1').trim().toUpperCase()
  )
  const file = parts.at(-1)
  if (file?.fileName === undefined) return 'malformed'
  return {
    sender: `${sender}-${senderDigit}`, company: `${company}-${companyDigit}`, fileName: file.fileName,
    bytes: file.content
  }
}

function splitParts (body: Buffer, boundary: string): Part[] | 'cut' {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  const parts: Part[] = []
  let at = body.indexOf(delimiter)
  while (at >= 0) {
    const start = at + delimiter.length
    if (body.toString('latin1', start, start + 2) === '--') return parts
    const end = body.indexOf(`\r\n--${boundary}`, start, 'latin1')
    if (end < 0) return 'cut'
    const part = readPart(body.subarray(start, end))
    if (part) parts.push(part)
    at = end + 2
  }
  return 'cut'
}

function readPart (bytes: Buffer): Part | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const name = /content-disposition:\s*form-data[^\r\n]*?;\s*name="([^"]*)"/i.exec(head)?.[1]
  if (name === undefined) return undefined
  const fileName = /;\s*filename="([^"]*)"/i.exec(head)?.[1]
  return { name, fileName, content: bytes.subarray(headEnd + 4) }
}
