import { createHash } from 'node:crypto'

export interface MultipartForm {
  fields: readonly (readonly [name: string, value: string])[]
  file: { field: string, name: string, contentType: string, bytes: Buffer }
}

/**
 * A multipart/form-data body: the fields, then the file, with CRLF line ends and the closing boundary [S8].
 * The same form always gives the same bytes.
 */
export function multipart ({ fields, file }: MultipartForm): { contentType: string, body: Buffer } {
  const boundary = boundaryFor(file.bytes)
  const head = fields.map(([name, value]) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  )
  head.push(
    `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${
      safeFileName(file.name)
    }"\r\nContent-Type: ${file.contentType}\r\n\r\n`
  )
  const body = Buffer.concat([Buffer.from(head.join('')), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { contentType: `multipart/form-data; boundary=${boundary}`, body }
}

// A file cannot hold its own hash, so the boundary occurs nowhere in it.
function boundaryFor (bytes: Buffer): string {
  return `Timbre${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`
}

function safeFileName (name: string): string {
  return name.replace(/[^A-Za-z0-9._-]/g, '_')
}
