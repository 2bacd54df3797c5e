import { toLatin1 } from '../xml/canonical.ts'
import { digestOf, signElement, type Signer, siiNamespace, siiNamespaces, xmlDeclaration } from './signature.ts'

/** A file with one part below its root, which is signed as a whole: a book, an answer to another company. */
export interface SignedFile {
  root: string
  /** The schema's file name, which the SII wants in xsi:schemaLocation. */
  schema: string
  part: string
  /** ID of the part. */
  id: string
  /** What is inside the part: canonical XML. */
  body: string
  /** The same without the declarations of `siiNamespaces`, where something inside repeats them. */
  canonicalBody?: string
}

/**
 * The bytes of the file in ISO-8859-1, signed in libuv's threads in the profile of [S5, xmldsignature_v10].
 * Throws RangeError on a character that ISO-8859-1 lacks.
 */
export async function signFile (file: SignedFile, signer: Signer): Promise<Buffer> {
  const { root, schema, part, id, body, canonicalBody = body } = file
  const digest = digestOf(`<${part} ${siiNamespaces} ID="${id}">${canonicalBody}</${part}>`)
  const signature = await signElement({ id, digest }, signer)
  return toLatin1(
    `${xmlDeclaration}<${root} ${siiNamespaces} xsi:schemaLocation="${siiNamespace} ${schema}" version="1.0">` +
    `<${part} ID="${id}">${body}</${part}>${signature.xml}</${root}>`
  )
}
