import type { Authority } from '../authority.ts'
import type { Companies } from '../companies.ts'
import { type AnswerSigner, type BroughtDocument, signed } from '../mail/answer-files.ts'
import { signerFor } from '../mail/answer-signer.ts'
import { siiNamespace } from '../judge/xml.ts'
import { answerProblems, type SentExchange } from './exchange-review.ts'

// As the SII plays a supplier.
const player = { rut: '88888888-8', name: 'EMPRESA DE PRUEBA' }
const foreigner = '69507000-4'
const firstNumber = 1_234_567

/** The exchange step: the SII sends two invoices, one of them for another company, and judges the three answers. */
export function createExchange (
  { authority, companies, now }: { authority: Authority, companies: Companies, now: () => Date }
) {
  let lastNumber = firstNumber - 1
  let signer: Promise<AnswerSigner> | undefined
  const sent = new Map<string, SentExchange>()
  const answered = new Set<string>()

  return {
    /** ENVIO_DTE_n.xml: each download has a new number, and only the answers to the last one count. */
    async download (company: string): Promise<{ number: number, file: Buffer }> {
      signer ??= signerFor(authority, player.rut)
      const number = ++lastNumber
      const documents = documentsOf(company, number)
      const file = envelopeOf(company, documents, await signer)
      const digest = /.*<DigestValue>([^<]+)</s.exec(file.toString('latin1'))?.[1] ?? ''
      sent.set(company, { number, digest, documents })
      answered.delete(company)
      return { number, file }
    },

    /** What is wrong with the answers to the last download; nothing when all three are right. */
    judge (company: string, files: readonly Buffer[]): string[] {
      const exchange = sent.get(company)
      if (!exchange) return ['No ha descargado el archivo de intercambio']
      const problems = answerProblems(files, { company, player: player.rut, exchange }, {
        trust: { authority, now: now() }, maySign: (holder) => companies.maySend(company, holder)
      })
      if (problems.length === 0) answered.add(company)
      return problems
    },

    isDone: (company: string): boolean => answered.has(company)
  }
}

export type Exchange = ReturnType<typeof createExchange>

/** Old invoices; their folios distinguish the downloads. */
function documentsOf (company: string, number: number): BroughtDocument[] {
  return [company, foreigner].map((receiver, index) => ({
    type: '33', folio: String(2 * (number - firstNumber) + index + 1), date: '2003-10-05', issuer: player.rut, receiver,
    total: String(119_000 + number % 1000 + index)
  }))
}

/** Signed as envelopes are; the stamps have an unknown CAF, and the second one does not fit its document. */
function envelopeOf (company: string, documents: readonly BroughtDocument[], signer: AnswerSigner): Buffer {
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
    `xsi:schemaLocation="${siiNamespace} EnvioDTE_v10.xsd"`
  const dtes = documents.map((one, index) => signed(documentText(one, index), 'Documento', signer))
  const text = `<EnvioDTE xmlns="${siiNamespace}" ${xsi} version="1.0"><SetDTE ID="SetDoc"><Caratula version="1.0">` +
    `<RutEmisor>${player.rut}</RutEmisor><RutEnvia>${signer.rut}</RutEnvia><RutReceptor>${company}</RutReceptor>` +
    '<FchResol>2003-09-02</FchResol><NroResol>0</NroResol><TmstFirmaEnv>2003-10-13T09:33:22</TmstFirmaEnv>' +
    `<SubTotDTE><TpoDTE>33</TpoDTE><NroDTE>${documents.length}</NroDTE></SubTotDTE></Caratula>\n${dtes.join('\n')}</SetDTE></EnvioDTE>`
  return Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>\n${signed(text, 'SetDTE', signer)}`, 'latin1')
}

function documentText ({ folio, date, issuer, receiver, total }: BroughtDocument, index: number): string {
  const net = Math.round(Number(total) / 1.19)
  const stamped = index === 0 ? total : String(Number(total) + 1)
  return `<DTE xmlns="${siiNamespace}" version="1.0"><Documento ID="F${folio}T33"><Encabezado><IdDoc><TipoDTE>33</TipoDTE>` +
    `<Folio>${folio}</Folio><FchEmis>${date}</FchEmis></IdDoc><Emisor><RUTEmisor>${issuer}</RUTEmisor>` +
    `<RznSoc>${player.name}</RznSoc><GiroEmis>Pruebas</GiroEmis><Acteco>31341</Acteco><DirOrigen>Teatinos 120</DirOrigen>` +
    `<CmnaOrigen>Santiago</CmnaOrigen></Emisor><Receptor><RUTRecep>${receiver}</RUTRecep><RznSocRecep>RECEPTOR</RznSocRecep>` +
    '<GiroRecep>Giro</GiroRecep><DirRecep>Calle 1</DirRecep><CmnaRecep>Santiago</CmnaRecep></Receptor><Totales>' +
    `<MntNeto>${net}</MntNeto><TasaIVA>19</TasaIVA><IVA>${Number(total) - net}</IVA><MntTotal>${total}</MntTotal></Totales>` +
    `</Encabezado><Detalle><NroLinDet>1</NroLinDet><NmbItem>SET INTERCAMBIO NUMERO ${folio}</NmbItem>` +
    `<MontoItem>${net}</MontoItem></Detalle><TED version="1.0"><DD><RE>${issuer}</RE><TD>33</TD><F>${folio}</F>` +
    `<FE>${date}</FE><RR>${receiver}</RR><RSR>RECEPTOR</RSR><MNT>${stamped}</MNT><IT1>SET INTERCAMBIO</IT1></DD></TED>` +
    '<TmstFirma>2003-10-13T09:33:20</TmstFirma></Documento></DTE>'
}
