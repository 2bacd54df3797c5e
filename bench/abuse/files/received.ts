import { between, magnitude, pick, type Random } from '../../random.ts'
import { damaged } from './damage.ts'
import type { HostileFile } from './workbooks.ts'
import { xmlBomb, xmlBombText } from './xml-bombs.ts'
import { zip } from './zip.ts'

const mebibyte = 1024 * 1024
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

interface Wrong {
  prolog?: string
  cover?: string
  documents: string
  after?: string
}

function envelope (taxNumber: string, { prolog = '', cover = '', documents, after = signature('SetDoc') }: Wrong): string {
  return `<?xml version="1.0" encoding="ISO-8859-1"?>${prolog}<EnvioDTE xmlns="http://www.sii.cl/SiiDte" version="1.0">` +
    `<SetDTE ID="SetDoc"><Caratula version="1.0"><RutEmisor>99999999-9</RutEmisor><RutReceptor>${taxNumber}</RutReceptor>` +
    `<NroResol>0</NroResol>${cover}</Caratula>${documents}</SetDTE>${after}</EnvioDTE>`
}

function documentOf (taxNumber: string, folio: number, inside = '', after = signature(`F${folio}`)): string {
  return `<DTE version="1.0"><Documento ID="F${folio}"><Encabezado><IdDoc><TipoDTE>33</TipoDTE><Folio>${folio}</Folio>` +
    '<FchEmis>2026-11-20</FchEmis></IdDoc><Emisor><RUTEmisor>99999999-9</RUTEmisor><RznSoc>MALA SPA</RznSoc></Emisor>' +
    `<Receptor><RUTRecep>${taxNumber}</RUTRecep><RznSocRecep>X</RznSocRecep></Receptor><Totales><MntTotal>1</MntTotal></Totales>` +
    `</Encabezado>${inside}</Documento>${after}</DTE>`
}

function signature (id: string, references = 1): string {
  const reference = `<Reference URI="#${id}"><DigestValue>AAAA</DigestValue></Reference>`
  return `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>${reference.repeat(references)}</SignedInfo>` +
    '<SignatureValue>AAAA</SignatureValue><KeyInfo><X509Data><X509Certificate>AAAA</X509Certificate></X509Data></KeyInfo></Signature>'
}

function mail (parts: string): Buffer {
  return latin1('From: a@ejemplo.cl\r\nTo: b@ejemplo.cl\r\nSubject: DTE\r\nMIME-Version: 1.0\r\n' +
    `Content-Type: multipart/mixed; boundary="x"\r\n\r\n${parts}--x--\r\n`)
}

function attachment (name: string, text: string): string {
  return `--x\r\nContent-Type: application/xml; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${text}\r\n`
}

type Recipe = (taxNumber: string, index: number, random: Random) => HostileFile

const recipes: readonly [Recipe, ...Recipe[]] = [
  (taxNumber, _index, random) => damaged(latin1(envelope(taxNumber, { documents: documentOf(taxNumber, 1) })), random),
  (taxNumber, _index, random) => {
    const { name, text } = xmlBombText(between(random, 0, 29), random, 6 * mebibyte)
    const wrong = pick<Wrong>(random, [
      { cover: text, documents: documentOf(taxNumber, 1) }, { documents: documentOf(taxNumber, 1, text) },
      { documents: documentOf(taxNumber, 1, '', text) }, { documents: documentOf(taxNumber, 1), after: text }
    ])
    return { name, bytes: latin1(envelope(taxNumber, wrong)) }
  },
  (taxNumber) => ({
    name: 'entities',
    bytes: latin1(envelope(taxNumber, {
      prolog: '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>',
      documents: documentOf(taxNumber, 1, '&b;&f;')
    }))
  }),
  (taxNumber, _index, random) => {
    const count = magnitude(random, 10, 2500)
    return { name: `${count} documents`, bytes: latin1(envelope(taxNumber, { documents: times(count, (at) => documentOf(taxNumber, at + 1)) })) }
  },
  (taxNumber, _index, random) => {
    const references = magnitude(random, 10, 20_000)
    return {
      name: `wrapped signature, ${references} references`,
      bytes: latin1(envelope(taxNumber, {
        documents: documentOf(taxNumber, 1, `<Detalle>${documentOf(taxNumber, 1)}</Detalle>`, signature('F1', references))
      }))
    }
  },
  (taxNumber, _index, random) => {
    const depth = between(random, 100, 20_000)
    return {
      name: `documents in documents, ${depth}`,
      bytes: latin1('<DTE version="1.0"><Documento ID="a">'.repeat(depth) + documentOf(taxNumber, 1) + '</Documento></DTE>'.repeat(depth))
    }
  },
  (taxNumber, _index, random) => {
    const count = magnitude(random, 1000, 10_000)
    const bytes = mail(times(count, (at) => attachment(`F${at}.xml`, at % 100 === 0 ? envelope(taxNumber, { documents: '' }) : '<a/>')))
    return { name: `mail with ${count} attachments`, bytes }
  },
  (_taxNumber, _index, random) => {
    const depth = between(random, 5, 1000)
    const bytes = mail(times(depth, () => '--x\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n'))
    return { name: `mail in mail, ${depth}`, bytes }
  },
  (taxNumber, _index, random) => {
    const { name, content } = xmlBomb(between(random, 0, 29), random)
    return { name: `archive, ${name}`, bytes: zip([{ name: 'F33.xml', content: [envelope(taxNumber, { documents: '' }), ...content] }]) }
  },
  (taxNumber, _index, random) => {
    let bytes = zip([{ name: 'F33.xml', content: [envelope(taxNumber, { documents: documentOf(taxNumber, 1) })] }])
    const depth = between(random, 3, 40)
    for (let level = 0; level < depth; level++) bytes = zip([{ name: `${level}.zip`, content: [bytes] }])
    return { name: `archives in archives, ${depth}`, bytes }
  }
]

/** What a supplier could send: XML, archives and mails that cost much or say something else than they seem to. */
export function hostileReceived (taxNumber: string, index: number, random: Random): HostileFile {
  return (recipes[index % recipes.length] ?? recipes[0])(taxNumber, index, random)
}
