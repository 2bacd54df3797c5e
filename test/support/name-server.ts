import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const headerBytes = 12
const typeA = 1

/** A DNS server on 127.0.0.1 that gives every name the IPv4 address of `address()`, and no other record. */
export async function startNameServer (address: () => string) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address: from }) => { socket.send(answerTo(query, address()), port, from) })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, close: () => { socket.close() } }
}

/** RFC 1035, 4: a header of 12 bytes, the question as it came, and one record or none. */
function answerTo (query: Buffer, address: string): Buffer {
  const end = query.indexOf(0, headerBytes) + 5
  const isForA = query.readUInt16BE(end - 4) === typeA
  const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isForA ? 1 : 0, 0, 0, 0, 0])
  // The name of the question (by its offset), A, IN, 600 s as Docker gives it, four bytes.
  const record = Buffer.from([0xc0, headerBytes, 0, typeA, 0, 1, 0, 0, 0x02, 0x58, 0, 4, ...address.split('.').map(Number)])
  return Buffer.concat([header, query.subarray(headerBytes, end), ...isForA ? [record] : []])
}
