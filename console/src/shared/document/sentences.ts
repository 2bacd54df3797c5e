import { labelOf } from '../../text/labels.ts'
import { useWords } from '../../text/text.tsx'
import { typedOf } from '../numbers.ts'
import { useOwnSentence } from '../own-sentences.ts'

/** What the server says of a member: `posted` and `computed` where a value differs from the one that was computed. */
interface Told { path: string, code: string, message: string, posted?: string | null, computed?: string | null }

type Sentence = string | ((message: string) => string)

/* What is missing, by its member; and what is wrong, by the server's code, where its own sentence names members of the API. */
const es = {
  missing: {
    'header.receiver.taxNumber': 'Escriba el RUT del cliente', 'header.receiver.businessName': 'Escriba la razón social',
    'header.receiver.businessActivity': 'Escriba el giro', 'header.receiver.address': 'Escriba la dirección',
    'header.receiver.municipality': 'Escriba la comuna', 'header.receiver.city': 'Escriba la ciudad',
    'header.totals.currency': 'Elija la moneda', 'header.otherCurrency.exchangeRate': 'Escriba el tipo de cambio',
    'header.documentId.transferType': 'Elija el motivo del traslado', 'header.documentId.dispatchType': 'Elija el tipo de despacho',
    'header.receiver.foreign.nationality': 'Elija la nacionalidad',
    'details[].itemName': 'Escriba el nombre del producto o servicio', 'details[].unitPrice': 'Escriba el precio',
    'details[].quantity': 'Escriba la cantidad', 'details[].lineTotal': 'Escriba el precio',
    'references[].folio': 'Escriba el folio', 'references[].date': 'Escriba la fecha', 'references[].documentType': 'Elija el documento'
  },
  isMissing: 'Falta este dato',
  mismatch: (posted: string, computed: string) => `Ingresó ${posted}; el valor calculado es ${computed}`,
  others: {
    FORMAT_MEMBER_EXPECTED: 'el formato del SII lo pide en este documento',
    SII_MEMBER_EXPECTED: 'el SII deja un reparo si falta',
    CUSTOMS_RESOLUTION_MISSING: 'Agregue una referencia a la resolución del SNA (812): sin ella el SII deja un reparo',
    LINES_MISSING: 'Escriba al menos una línea',
    LINE_AMOUNT_MISSING: 'Escriba el precio',
    LINE_NEGATIVE: 'No puede ser negativo: para rebajar, use el descuento de la línea o un descuento global',
    DISCOUNT_WITHOUT_PRICE: 'Para descontar, escriba el precio',
    TRANSFER_REFERENCE_MISSING: 'Agregue una referencia a la guía que esta línea rebaja',
    RECEIVER_FOREIGN: '55555555-5 es el RUT de extranjeros: aquí sirve solo para turistas. Marque «Factura a turista extranjero» en Otros datos del documento',
    RECEIVER_ANONYMOUS: '66666666-6 es de clientes sin identificar, y sirve solo en boletas: escriba el RUT del cliente',
    EXCHANGE_RATE_MISSING: 'Escriba cuántos pesos vale una unidad de la moneda',
    REFERENCE_MISSING: 'Agregue la referencia al documento que la nota modifica',
    REFERENCE_CODE_MISSING: 'Elija si la nota anula, corrige un texto o corrige montos',
    NUMBER_NOT_POSITIVE: 'Escriba un número mayor que 0',
    TRANSFER_TYPE_ASSUMED: 'se informa una venta; elija otro motivo si los bienes se trasladan sin venta',
    VAT_NOT_WITHHELD: 'ninguna línea retiene IVA, como lo hace el comprador en una factura de compra: elija un impuesto en las líneas',
    RUT_OUT_OF_RANGE: 'es menor que el RUT más bajo que admite el formato del SII',
    MUNICIPALITY_UNKNOWN: 'no es una comuna de Chile',
    RECEIVER_IS_SENDER: 'es el RUT de su empresa: para mover bienes dentro de ella, emita una guía de despacho de traslado interno',
    DUPLICATE_SUSPECTED: withoutMembers,
    EXPORT_DISCOUNT_ROUNDED: (message) => message.replace('unitPrice', 'el precio'),
    CREDIT_NOTE_LATE: (message) => message.replace(/indique header\S+ \(IndNoRebaja\) true/, 'marque «No rebaja el IVA (art. 70)»')
  } satisfies Record<string, Sentence>
}

const en: typeof es = {
  missing: {
    'header.receiver.taxNumber': "Type the customer's RUT", 'header.receiver.businessName': 'Type the registered name',
    'header.receiver.businessActivity': 'Type the business activity', 'header.receiver.address': 'Type the address',
    'header.receiver.municipality': 'Type the municipality', 'header.receiver.city': 'Type the city',
    'header.totals.currency': 'Choose the currency', 'header.otherCurrency.exchangeRate': 'Type the exchange rate',
    'header.documentId.transferType': 'Choose why the goods are moved', 'header.documentId.dispatchType': 'Choose who delivers',
    'header.receiver.foreign.nationality': 'Choose the nationality',
    'details[].itemName': 'Type the name of the product or service', 'details[].unitPrice': 'Type the price',
    'details[].quantity': 'Type the quantity', 'details[].lineTotal': 'Type the price',
    'references[].folio': 'Type the folio', 'references[].date': 'Type the date', 'references[].documentType': 'Choose the document'
  },
  isMissing: 'This is missing',
  mismatch: (posted, computed) => `You wrote ${posted}; it computes to ${computed}`,
  others: {
    FORMAT_MEMBER_EXPECTED: "the SII's format asks for it in this document",
    SII_MEMBER_EXPECTED: 'the SII objects without it',
    CUSTOMS_RESOLUTION_MISSING: "Add a reference to the customs' resolution (812): the SII objects without it",
    LINES_MISSING: 'Type one line at least',
    LINE_AMOUNT_MISSING: 'Type the price',
    LINE_NEGATIVE: "It cannot be negative: to take an amount off, use the line's discount or a global discount",
    DISCOUNT_WITHOUT_PRICE: 'For a discount, type the price',
    TRANSFER_REFERENCE_MISSING: 'Add a reference to the delivery note that this line reduces',
    RECEIVER_FOREIGN: '55555555-5 is the RUT of foreigners: here it is for tourists only. Tick “Invoice to a foreign tourist” in Other data of the document',
    RECEIVER_ANONYMOUS: "66666666-6 is for customers without a name, and for boletas only: type the customer's RUT",
    EXCHANGE_RATE_MISSING: 'Type how many pesos one unit of the currency is worth',
    REFERENCE_MISSING: 'Add the reference to the document that the note changes',
    REFERENCE_CODE_MISSING: 'Choose whether the note annuls, corrects a text or corrects amounts',
    NUMBER_NOT_POSITIVE: 'Type a number greater than 0',
    TRANSFER_TYPE_ASSUMED: 'a sale is written; choose another reason if goods are moved without a sale',
    VAT_NOT_WITHHELD: 'no line withholds VAT, as the buyer does in a purchase invoice: choose a tax in the lines',
    RUT_OUT_OF_RANGE: "it is below the lowest RUT of the SII's format",
    MUNICIPALITY_UNKNOWN: 'it is not a municipality of Chile',
    RECEIVER_IS_SENDER: "it is your own company's RUT: to move goods within it, issue a delivery note of an internal transfer",
    DUPLICATE_SUSPECTED: withoutMembers,
    EXPORT_DISCOUNT_ROUNDED: (message) => message.replace('unitPrice', 'the price'),
    CREDIT_NOTE_LATE: (message) => message.replace(/set header\S+ \(IndNoRebaja\) to true/, 'tick “Does not lower VAT (art. 70)”')
  }
}

const sentences = { es, en }
const absences = ['FIELD_REQUIRED', 'ITEM_NAME_MISSING', 'LINE_AMOUNT_MISSING', 'TOURIST_DATA_MISSING', 'TRANSFER_DATA_MISSING', 'RECEIVER_REQUIRED']

/** What the server says, as one person says it to another: by the member that is missing, or by its code. */
export function useServersSentence (): (told: Told) => string {
  const own = useWords(sentences)
  const ownSentence = useOwnSentence()
  return ({ path, code, message, posted = null, computed = null }) => {
    const member = path.replace(/^(payload|invoices\[\d+\])\./, '').replaceAll(/\[\d+\]/g, '[]')
    if (absences.includes(code)) return labelOf(own.missing, member) ?? own.isMissing
    if (code.endsWith('_MISMATCH') && posted !== null && computed !== null) return own.mismatch(inChile(posted), inChile(computed))
    const other = labelOf<Sentence>(own.others, code) ?? ownSentence(code, message)
    return asInChile(typeof other === 'string' ? other : other(message)).replace(/^payload[\w.[\]]*: /, '')
  }
}

/** A sentence that stands alone: the server's begin with a small letter after their path. */
export function capital (sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** Without the identifier of a document and what to post. */
function withoutMembers (message: string): string {
  return message.replace(/ \(correlationId \S+\)/, '').replace(/; \S+ header\..*$/, '')
}

const inChile = (value: string): string => /^-?\d+(\.\d+)?$/.test(value) ? typedOf(Number(value)) : value

/** Decimals and dates as they are written in Chile. */
const asInChile = (sentence: string): string => sentence
  .replaceAll(/\b(\d{4})-(\d{2})-(\d{2})\b/g, '$3-$2-$1')
  .replaceAll(/(?<![\w.])\d+\.\d+(?![\w.]|,\d)/g, inChile)
