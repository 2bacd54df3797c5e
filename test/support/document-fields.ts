import { documentElements } from '../../src/dte/xml/body-elements.ts'
import type { DescribedElement } from '../../src/dte/xml/elements.ts'
import { documentTypes, type DocumentType } from '../../src/dte/values/document-types.ts'
import { branchOf } from '../../src/dte/values/branches.ts'
import { isMandatory, matrix, mayAppear, type ObligedElement } from '../../src/dte/tables/obligations.ts'

/** The elements that come after those of a document, which issuing it fills. */
export const stampElements = ['TED', 'TmstFirma', 'ds:Signature']

const typesOf = ({ name, branches, types }: DescribedElement, above: readonly DocumentType[]): DocumentType[] =>
  above.filter((type) => branches.includes(branchOf(type)) && (types?.includes(type) ?? true) &&
    (isObliged(name) ? mayAppear(name, type) : true)
  )

const isObliged = (name: string): name is ObligedElement => Object.hasOwn(matrix, name)

interface FieldRow { path: string, filledBy: string, limits: string, types: DocumentType[], mandatory: DocumentType[] }

function fieldRows (elements: readonly DescribedElement[], above: string, types: readonly DocumentType[]): FieldRow[] {
  return elements.flatMap((element) => {
    const own = typesOf(element, types)
    const path = `${above}${element.name}`
    return [{
      path, filledBy: element.filledBy, limits: element.limits, types: own,
      mandatory: own.filter((type) => isObliged(element.name) && isMandatory(element.name, type))
    }, ...fieldRows(element.children, `${path}/`, own)]
  })
}

const everyType = Object.keys(documentTypes).map(Number) as DocumentType[]

type Language = 'en' | 'es'

// Members are marked as code: a path, a name with a capital inside, or a member at the top.
const members =
  /[a-z]\w*(?:\.\w+|\[\])+|[a-z]+[A-Z]\w*|\b(?:header|details|subtotals|references|commissions)(?=$|,)/g
const marked = (filledBy: string): string => filledBy.replace(members, '`$&`')

/** What stands around the members in the column "Filled by", in Spanish. */
const spanishPhrases: Readonly<Record<string, string>> = {
  ", or the tenant's": ', o el de la empresa',
  and: 'y',
  or: 'o',
  ', or': ', o',
  '; in 43': '; en 43',
  '(false)': '(false)',
  '(0)': '(0)',
  ', or computed': ', o calculado',
  ', or computed from': ', o calculado a partir de',
  ', or computed from its percentage or parts': ', o calculado a partir de su porcentaje o de sus partes',
  ', or any base': ', o cualquier base',
  'computed:': 'calculado:',
  'computed: 19': 'calculado: 19',
  'computed: in sequence': 'calculado: en secuencia',
  'computed: the legal rate': 'calculado: la tasa legal',
  'computed; if posted,': 'calculado; si se informa,',
  'must agree': 'debe coincidir',
  'at the exchange rate': 'al tipo de cambio',
  'the service: the next folio of the type': 'el servicio: el siguiente folio del tipo'
}

/** The words of the column "Limits", in Spanish; codes and digits stay. */
const spanishWords: Readonly<Record<string, string>> = {
  text: 'texto', integer: 'entero', decimal: 'decimal', date: 'fecha', and: 'y', time: 'hora', code: 'código',
  currency: 'moneda', to: 'a', in: 'en', not: 'no', boletas: 'boletas', exports: 'exportaciones'
}

function spanishOf (phrase: string, known: Readonly<Record<string, string>>): string {
  const spanish = known[phrase]
  if (spanish === undefined) throw new Error(`test/support/document-fields.ts has no Spanish for "${phrase}"`)
  return spanish
}

function filledByIn (language: Language, filledBy: string): string {
  const text = marked(filledBy.replace(/^computed: (.+) must agree$/, 'computed; if posted, $1 must agree'))
  if (language === 'en') return text
  const phrases = text.split(/(`[^`]+`)/).map((piece) => {
    const phrase = piece.trim()
    return phrase === '' || phrase.startsWith('`') ? piece : piece.replace(phrase, () => spanishOf(phrase, spanishPhrases))
  })
  return phrases.join('')
}

function limitsIn (language: Language, limits: string): string {
  if (language === 'en') return limits
  return limits.replace(/\b[a-z]+\b/g, (word) => /^[hms]{2}$/.test(word) ? word : spanishOf(word, spanishWords))
}

const words = {
  en: { all: 'all', always: 'always' },
  es: { all: 'todos', always: 'siempre' }
}

function rowIn (language: Language, { path, filledBy, limits, types, mandatory }: FieldRow): string {
  const { all, always } = words[language]
  return `| \`${path}\` | ${filledByIn(language, filledBy)} | ${limitsIn(language, limits).replaceAll('|', '\\|')} | ${
    types.length === everyType.length ? all : types.join(', ')
  } | ${mandatory.length === types.length ? always : mandatory.join(', ')} |`
}

const introductions = {
  en: `# The members of a document and their elements

[En español](es/document-fields.md)

The table lists every element that the SII's schemas have for a document (\`DTE_v10.xsd\`, \`EnvioBOLETA_v11.xsd\`, [\\[S5\\]](sources.md)), in their
order, and the member of the posted \`payload\` that fills it. The API reference (\`/docs\`, \`Webhook/Save\`) shows a document of each of the
twelve types that you can post as it stands.

- **Filled by**: a member of \`payload\`. "Computed" means that Timbre calculates the value from the rest of the document. You may post
  such a member where the table says "if posted": it must then agree to the peso. You never post what "the service" fills.
- **Limits**: \`text 80\` is up to 80 characters of ISO-8859-1, \`integer 18\` up to 18 digits, \`decimal 12.6\` up to twelve digits before the
  point and six after it. A posted number has at most 15 significant digits, so that it is exact in JSON; noise of floating point, up to
  1e-9 (\`3.3000000000000003\`), is rounded off. Exports' amounts of more digits are exact in the XML and the PDF. Codes of exports
  whose values are not listed are those of the customs' tables ([\\[S23\\]](sources.md)).
- **Types**: the documents that have the element. If you post a member that the type does not have, you get \`FIELD_NOT_ALLOWED\`. Only
  members that are no extension, such as \`paymentMethod\` in a boleta, are left out silently.
- **Mandatory**: the documents that need the element.
- An amount of 0 is left out where its element is optional.
- Dates are \`YYYY-MM-DD\`. A date-time of midnight UTC (\`2026-12-01T00:00:00Z\`), as date pickers and serialisers write a date, is that day;
  any other moment is its day in Chile.
- A member that is null, a blank text or an empty list or object is the same as one that is left out. So is 0 where 0 is no value of the
  member: codes, numbers of lines, counts and weights; an amount of 0 is an amount. So are a date of \`0001-01-01T00:00:00\`, a tax without
  code and amounts, and references of nothing but blanks and zeros at the end of the list.
- Issuing adds the stamp (\`TED\`), the time of signing (\`TmstFirma\`) and the signature.
- Some members have no element: \`header.receiver.customerId\` and \`details[].productId\` name what you keep
  ([customers-and-products.md](customers-and-products.md)), \`header.receiver.postalCode\` is stored with the posted document, and
  \`details[].totalTaxPrice\` is compared with the taxes of its line.

\`npx vitest run test/dte/document-fields.test.ts -u\` writes this page from \`src/dte/xml/body-elements.ts\`. Tests compare that table with
the schemas.

| Element | Filled by | Limits | Types | Mandatory |
|---|---|---|---|---|
`,
  es: `# Los campos de un documento y sus elementos

[In English](../document-fields.md)

La tabla enumera todos los elementos que los esquemas del SII tienen para un documento (\`DTE_v10.xsd\`, \`EnvioBOLETA_v11.xsd\`,
[\\[S5\\]](../sources.md)), en su orden, y el campo de \`payload\` con que se llena cada uno. La referencia de la API (\`/docs\`, \`Webhook/Save\`)
muestra un documento de cada uno de los doce tipos, que se puede enviar tal como está.

- **Se llena con**: un campo de \`payload\`. "Calculado" significa que Timbre obtiene el valor del resto del documento. Donde la tabla
  dice "si se informa", puede enviar el campo: debe coincidir al peso. Lo que llena "el servicio" no se envía nunca.
- **Límites**: \`texto 80\` son hasta 80 caracteres de ISO-8859-1; \`entero 18\`, hasta 18 dígitos; \`decimal 12.6\`, hasta doce dígitos antes
  del punto y seis después. Un número enviado tiene a lo más 15 dígitos significativos, para que sea exacto en JSON; el ruido de punto
  flotante, hasta 1e-9 (\`3.3000000000000003\`), se redondea. Los montos de exportaciones con más dígitos son exactos en el XML y el PDF.
  Los códigos de exportación cuyos valores no se indican son los de las tablas de Aduanas ([\\[S23\\]](../sources.md)).
- **Tipos**: los documentos que tienen el elemento. Si envía un campo que el tipo de documento no tiene, recibe \`FIELD_NOT_ALLOWED\`.
  Sólo los campos que no son extensiones, como \`paymentMethod\` en una boleta, se omiten sin aviso.
- **Obligatorio**: los documentos que requieren el elemento.
- Un monto 0 se omite donde su elemento es opcional.
- Las fechas son \`AAAA-MM-DD\`. Una fecha y hora de medianoche UTC (\`2026-12-01T00:00:00Z\`), como escriben una fecha los calendarios de los
  formularios y los serializadores, es ese día; cualquier otro momento es su día en Chile.
- Un campo con null, con un texto en blanco o con una lista o un objeto vacíos equivale a uno que se omite. También equivale a omitirlo un
  0 donde 0 no es un valor del campo: códigos, números de línea, cantidades y pesos de bultos; un monto de 0 es un monto. Lo mismo vale para
  una fecha \`0001-01-01T00:00:00\`, un impuesto sin código ni montos, y las referencias de sólo blancos y ceros al final de la lista.
- La emisión agrega el timbre (\`TED\`), la hora de la firma (\`TmstFirma\`) y la firma.
- Algunos campos no tienen elemento: \`header.receiver.customerId\` y \`details[].productId\` nombran lo que usted guarda
  ([customers-and-products.md](customers-and-products.md)), \`header.receiver.postalCode\` se guarda con el documento enviado, y
  \`details[].totalTaxPrice\` se compara con los impuestos de su línea.

\`npx vitest run test/dte/document-fields.test.ts -u\` escribe esta página a partir de \`src/dte/xml/body-elements.ts\`. Las pruebas comparan
esa tabla con los esquemas.

| Elemento | Se llena con | Límites | Tipos | Obligatorio |
|---|---|---|---|---|
`
} as const

/** docs/document-fields.md and docs/es/document-fields.md: each element of a document and the member that fills it. */
export function documentFieldsPage (language: Language): string {
  const rows = fieldRows(documentElements, '', everyType).map((row) => `${rowIn(language, row)}\n`)
  return introductions[language] + rows.join('')
}
