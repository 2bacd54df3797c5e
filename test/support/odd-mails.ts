import { mailSource } from './mails.ts'
import { zipOf } from './zips.ts'

/** So many odd mails, each different: broken, huge, nested, packed, wrongly encoded, with other people's documents. */
export async function oddMails (count: number): Promise<Buffer[]> {
  const bomb = await zipOf({ 'b.xml': Buffer.alloc(16 * 1024 * 1024) })
  const winmail = Buffer.from('789f3e220100', 'hex')
  const kinds: ((n: number) => Buffer)[] = [
    (n) => Buffer.from(`Subject: roto ${n}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n--x--x\r\n--y`),
    (n) => mailSource({ subject: `bomba ${n}`, parts: [{ name: 'b.zip', bytes: bomb }] }),
    (n) => mailSource({ subject: `tnef ${n}`, parts: [{ name: 'winmail.dat', bytes: winmail }] }),
    (n) => mailSource({ subject: `ajeno ${n}`, parts: [{ name: 'F.XML', bytes: '<EnvioDTE/>' }] }),
    (n) => mailSource({ subject: `latin ${n}`, text: 'ñ', headers: ['X-Odd: \u0000\u0001'] }),
    (n) => Buffer.from(`Subject: ${'x'.repeat(600_000)} ${n}\r\n\r\n`),
    (n) => Buffer.from(Array.from({ length: 60 }, (_, at) =>
      `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`).join('') + String(n)),
    (n) => Buffer.from(`X: ${n}\r\n\r\n<?xml version="1.0"?><!DOCTYPE a><RespuestaDTE/>`),
    (n) => mailSource({
      subject: `reenviado ${n}`,
      parts: [{
        type: 'message/rfc822', encoding: '8bit', bytes: mailSource({ boundary: '=inner', parts: [{ bytes: winmail }] })
      }]
    }),
    (n) => Buffer.alloc(100 + n, n % 256)
  ]
  return Array.from({ length: count }, (_, n) => kinds[n % kinds.length]!(n))
}
