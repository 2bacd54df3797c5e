import { labelOf } from '../text/labels.ts'

/** What is checked of a document and of its file, and what a check that does not hold says: docs/received-documents.md. */
const es = {
  failures: 'No pasó la revisión',
  whatToDo: 'Qué hacer',
  claimIt: (moment: string) => `No lo acepte así. Pida al proveedor el documento correcto o, si no lo envía, reclámelo hasta el ${moment}.`,
  askSupplier: 'Pida una explicación al proveedor y, si no corresponde, que lo anule con una nota de crédito.',
  names: {
    readable: 'Lectura del archivo', structure: 'Formato del envío', envelopeSignature: 'Firma del envío',
    addressee: 'Destinatario del envío', environment: 'Ambiente del envío', counts: 'Cantidad de documentos anunciada',
    documentStructure: 'Formato del documento', signature: 'Firma del documento', signerAuthorised: 'Autorización de quien firmó',
    issuer: 'Emisor según el envío', receiver: 'Receptor: su RUT', onlyContent: 'Un solo contenido con este folio', stamp: 'Timbre y folio autorizado',
    amounts: 'Suma del total', sii: 'El SII tiene el mismo documento'
  },
  short: {
    readable: 'lectura', structure: 'estructura del envío', envelopeSignature: 'firma del envío', addressee: 'destinatario', environment: 'ambiente',
    counts: 'cantidad', documentStructure: 'estructura', signature: 'firma', signerAuthorised: 'firmante', issuer: 'emisor', receiver: 'receptor',
    onlyContent: 'otro contenido', stamp: 'timbre', amounts: 'montos', sii: 'SII'
  },
  outcomes: { passed: 'En orden', failed: 'Falla', warning: 'Advertencia', notApplicable: 'No corresponde', notPossible: 'No se puede saber' },
  details: {
    ELEMENT_MISSING: (what: string) => `Falta ${what}.`,
    ELEMENT_MISPLACED: (what: string) => `${what} no está en su lugar.`,
    ELEMENT_REPEATED: (what: string) => `${what} está más veces de las que puede.`,
    ELEMENT_UNKNOWN: (what: string) => `El formato no conoce ${what}; no cambia el documento.`,
    VALUE_WRONG: (what: string) => `${what} tiene un valor que el formato no admite.`,
    ATTRIBUTE_WRONG: (what: string) => `Falta ${what}, o no tiene el valor del formato.`,
    NAMESPACE_MISSING: () => 'El documento llegó fuera de su sobre, sin el nombre de su formato; no cambia el documento.',
    NAMESPACE_WRONG: () => 'El XML no es del formato del SII.',
    SIGNATURE_MISPLACED: () => 'La firma falta, o no está donde debe.',
    SIGNATURE_PROFILE: () => 'La firma no es del tipo que el SII acepta.',
    DIGEST_WRONG: () => 'El contenido cambió después de firmarse.',
    SIGNATURE_WRONG: () => 'La firma no corresponde al certificado.',
    CERTIFICATE_MISSING: () => 'La firma no trae su certificado.',
    CERTIFICATE_EXPIRED: () => 'El certificado no estaba vigente al firmar.',
    CERTIFICATE_NOT_TRUSTED: () => 'El certificado es de una entidad que este servidor no conoce.',
    ADDRESSED_TO_SII: () => 'Es el archivo que el proveedor envió al SII, no el de intercambio.',
    OTHER_RECEIVER: () => 'Es para otro RUT.',
    RESOLUTION_MISSING: () => 'El envío no indica su resolución.',
    OTHER_ENVIRONMENT: () => 'Es de otro ambiente: certificación en vez de producción, o al revés.',
    COUNTS_DIFFER: () => 'El envío anuncia otra cantidad de documentos.',
    COVER_DIFFERS: () => 'El envío dice otro emisor.',
    OTHER_CONTENT: () => 'Llegó otro documento distinto con el mismo folio. Pida al proveedor que diga cuál vale.',
    STAMP_MISSING: () => 'No tiene timbre.',
    CAF_MALFORMED: () => 'El timbre no trae una autorización de folios legible.',
    CAF_SIGNATURE_WRONG: () => 'La autorización de folios no está firmada por el SII.',
    CAF_ENVIRONMENT: () => 'La autorización de folios es de otro ambiente.',
    CAF_ISSUER: () => 'La autorización de folios es de otro emisor.',
    CAF_TYPE: () => 'La autorización de folios es de otro tipo de documento.',
    FOLIO_OUT_OF_RANGE: () => 'El folio no está en el rango autorizado.',
    STAMP_SIGNATURE_WRONG: () => 'La firma del timbre no es válida.',
    STAMP_DIFFERS: (what: string) => `El timbre dice otra cosa que el documento: ${labelOf(stampedEs, what) ?? what}.`,
    TOTAL_DIFFERS: () => 'El total no es la suma de neto, exento e impuestos.',
    PAYMENT_METHOD_MISSING: () => 'No indica la forma de pago.',
    PENDING: () => 'Aún no se consulta al SII.',
    DOK: () => 'El SII lo tiene con los mismos datos.',
    DNK: () => 'El SII lo tiene con otros datos.', FAU: () => 'El SII no lo tiene.', FNA: () => 'El folio no está autorizado.',
    FAN: () => 'El folio está anulado.', EMP: () => 'El emisor no está autorizado a emitir documentos electrónicos.',
    TMD: () => 'Una nota de débito corrige su texto.', TMC: () => 'Una nota de crédito corrige su texto.', MMD: () => 'Una nota de débito corrige su monto.',
    MMC: () => 'Una nota de crédito corrige su monto.', AND: () => 'Una nota de débito lo anula.', ANC: () => 'Una nota de crédito lo anula.'
  }
}

const stampedEs = {
  RE: 'el emisor', TD: 'el tipo', F: 'el folio', FE: 'la fecha', RR: 'el receptor', MNT: 'el monto', RSR: 'el nombre del receptor', IT1: 'el primer ítem'
}

const stampedEn: typeof stampedEs = {
  RE: 'the issuer', TD: 'the type', F: 'the folio', FE: 'the date', RR: 'the receiver', MNT: 'the amount', RSR: "the receiver's name", IT1: 'the first item'
}

const en: typeof es = {
  failures: 'Failed the checks',
  whatToDo: 'What to do',
  claimIt: (moment) => `Do not accept it as it is. Ask the supplier for the correct document or, if it is not sent, claim this one by ${moment}.`,
  askSupplier: 'Ask the supplier for an explanation and, if the document is wrong, to annul it with a credit note.',
  names: {
    readable: 'Reading of the file', structure: 'Format of the envelope', envelopeSignature: 'Signature of the envelope',
    addressee: 'Addressee of the envelope', environment: 'Environment of the envelope', counts: 'Announced number of documents',
    documentStructure: 'Format of the document', signature: 'Signature of the document', signerAuthorised: 'Authorisation of the signer',
    issuer: 'Issuer by the envelope', receiver: 'Receiver: your RUT', onlyContent: 'A single content with this folio', stamp: 'Stamp and authorised folio',
    amounts: 'Sum of the total', sii: 'The SII has the same document'
  },
  short: {
    readable: 'reading', structure: 'structure of the envelope', envelopeSignature: 'signature of the envelope', addressee: 'addressee', environment: 'environment',
    counts: 'counts', documentStructure: 'structure', signature: 'signature', signerAuthorised: 'signer', issuer: 'issuer', receiver: 'receiver',
    onlyContent: 'other content', stamp: 'stamp', amounts: 'amounts', sii: 'SII'
  },
  outcomes: { passed: 'In order', failed: 'Fails', warning: 'Warning', notApplicable: 'Does not apply', notPossible: 'Cannot be known' },
  details: {
    ELEMENT_MISSING: (what) => `${what} is missing.`,
    ELEMENT_MISPLACED: (what) => `${what} is not in its place.`,
    ELEMENT_REPEATED: (what) => `${what} is there more often than it may be.`,
    ELEMENT_UNKNOWN: (what) => `The format does not know ${what}; it does not change the document.`,
    VALUE_WRONG: (what) => `${what} has a value that the format does not take.`,
    ATTRIBUTE_WRONG: (what) => `${what} is missing, or has not the value of the format.`,
    NAMESPACE_MISSING: () => 'The document came out of its envelope, without the name of its format; it does not change the document.',
    NAMESPACE_WRONG: () => "The XML is not in the SII's format.",
    SIGNATURE_MISPLACED: () => 'The signature is missing, or not where it must be.',
    SIGNATURE_PROFILE: () => 'The signature is not of the kind that the SII takes.',
    DIGEST_WRONG: () => 'The content changed after it was signed.',
    SIGNATURE_WRONG: () => 'The signature does not fit its certificate.',
    CERTIFICATE_MISSING: () => 'The signature does not bring its certificate.',
    CERTIFICATE_EXPIRED: () => 'The certificate was not valid when it was signed.',
    CERTIFICATE_NOT_TRUSTED: () => 'The certificate is of an authority that this server does not know.',
    ADDRESSED_TO_SII: () => 'It is the file that the supplier sent to the SII, not the one for you.',
    OTHER_RECEIVER: () => 'It is for another RUT.',
    RESOLUTION_MISSING: () => 'The envelope does not say its resolution.',
    OTHER_ENVIRONMENT: () => 'It is of another environment: certification instead of production, or the other way round.',
    COUNTS_DIFFER: () => 'The envelope announces another number of documents.',
    COVER_DIFFERS: () => 'The envelope says another issuer.',
    OTHER_CONTENT: () => 'Another document came with the same folio. Ask the supplier which one is right.',
    STAMP_MISSING: () => 'It has no stamp.',
    CAF_MALFORMED: () => 'The stamp brings no authorisation of folios that can be read.',
    CAF_SIGNATURE_WRONG: () => 'The authorisation of folios is not signed by the SII.',
    CAF_ENVIRONMENT: () => 'The authorisation of folios is of another environment.',
    CAF_ISSUER: () => 'The authorisation of folios is of another issuer.',
    CAF_TYPE: () => 'The authorisation of folios is of another type of document.',
    FOLIO_OUT_OF_RANGE: () => 'The folio is not in the authorised range.',
    STAMP_SIGNATURE_WRONG: () => 'The signature of the stamp does not hold.',
    STAMP_DIFFERS: (what) => `The stamp says something else than the document: ${labelOf(stampedEn, what) ?? what}.`,
    TOTAL_DIFFERS: () => 'The total is not the sum of net, exempt and taxes.',
    PAYMENT_METHOD_MISSING: () => 'It does not say how it is paid.',
    PENDING: () => 'The SII was not asked yet.',
    DOK: () => 'The SII has it with the same data.',
    DNK: () => 'The SII has it with other data.', FAU: () => 'The SII does not have it.', FNA: () => 'The folio is not authorised.',
    FAN: () => 'The folio is annulled.', EMP: () => 'The issuer is not authorised to issue electronic documents.',
    TMD: () => 'A debit note corrects its text.', TMC: () => 'A credit note corrects its text.', MMD: () => 'A debit note corrects its amount.',
    MMC: () => 'A credit note corrects its amount.', AND: () => 'A debit note annuls it.', ANC: () => 'A credit note annuls it.'
  }
}

export const checkWords = { es, en }

/** What a check's detail says, in words: `ELEMENT_MISSING: Encabezado/Totales`. A code that is not known is shown as it is. */
export function sentenceOf (detail: string, words: typeof es): string {
  const [code = '', what = ''] = detail.split(/: (.*)/s)
  return labelOf<(what: string) => string>(words.details, code)?.(what) ?? detail
}
