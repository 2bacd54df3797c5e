/** A multipart form: `File` and texts. */
export function form (parts: Record<string, Buffer | string>): { payload: Buffer, headers: { 'content-type': string } } {
  const boundary = 'x-timbre-boundary-x'
  const chunks = Object.entries(parts).map(([name, value]) => Buffer.concat([
    Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${
          Buffer.isBuffer(value) ? '; filename="file.bin"' : ''
        }\r\n` +
          `${Buffer.isBuffer(value) ? 'content-type: application/octet-stream\r\n' : ''}\r\n`
    ),
    Buffer.isBuffer(value) ? value : Buffer.from(value),
    Buffer.from('\r\n')
  ])
  )
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }
  }
}
