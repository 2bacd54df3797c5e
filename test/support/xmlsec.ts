import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hasTool, run, withFiles } from './tools.ts'

/** Whether xmlsec1 is there: another program's opinion of signatures. */
export const hasXmlsec = hasTool('xmlsec1', '--version')

/**
 * Fills in the digest and the signature of the last Signature of a file, and verifies it. `part`: the element with the
 * ID.
 */
export function signedByXmlsec (template: Buffer, privateKey: KeyObject, part: string): Buffer {
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return withFiles({ 'file.xml': template, 'key.pem': key }, (path) => {
    const options = [
      '--privkey-pem', path('key.pem'), '--enabled-key-data', 'raw-x509-cert',
      '--id-attr:ID', `http://www.sii.cl/SiiDte:${part}`, '--id-attr:ID', part,
      '--node-xpath', "(//*[local-name()='Signature'])[last()]"
    ]
    run('xmlsec1', ['--sign', ...options, '--output', path('signed.xml'), path('file.xml')])
    run('xmlsec1', ['--verify', ...options, path('signed.xml')])
    return readFileSync(path('signed.xml'))
  })
}
