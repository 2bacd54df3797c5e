import { documentElements } from '../../src/dte/xml/body-elements.ts'
import type { DescribedElement } from '../../src/dte/xml/elements.ts'
import { documentTypes, type DocumentType } from '../../src/dte/values/document-types.ts'
import { branchOf } from '../../src/dte/fields/formats.ts'
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

function typesText (types: readonly DocumentType[]): string {
  return types.length === everyType.length ? 'all' : types.join(', ')
}

const member = (filledBy: string) => filledBy.startsWith('computed') || filledBy.startsWith('the service')
  ? filledBy
  : filledBy.replace(/[a-z]\w*(?:\.\w+|\[\])+/gi, '`$&`')

/** docs/document-fields.md: every element of a document and the posted member that fills it. */
export function documentFieldsPage (): string {
  const rows = fieldRows(documentElements, '', everyType).map(({ path, filledBy, limits, types, mandatory }) =>
    `| \`${path}\` | ${member(filledBy)} | ${limits.replaceAll('|', '\\|')} | ${typesText(types)} | ${
      mandatory.length === types.length ? 'always' : mandatory.join(', ')
    } |`
  )
  return `# The members of a document and their elements

Every element that the SII's schemas have for a document (DTE_v10.xsd, EnvioBOLETA_v11.xsd), in their order, with the member
of the posted \`payload\` that fills it. The page is written from the table in \`src/dte/xml/body-elements.ts\` by
\`npx vitest run test/dte/document-fields.test.ts -u\`, and tests hold the table against the schemas.

- **Filled by**: a member below \`payload\`. "computed" comes from the rest of the document; where it is said that a member
  must agree, it may be posted, and is compared to the peso. "the service" fills what nobody posts.
- **Limits**: \`text 80\` is up to 80 characters of ISO-8859-1; \`integer 18\` up to 18 digits; \`decimal 12.6\` up to twelve
  digits before the point and six after it. No posted number has more than 15 significant digits, so that it is exact in JSON.
  Codes without a list are those of the customs' tables. An amount that is 0 is not written where its element may be absent.
- **Types**: the documents that have the element. A member that is posted in another one is refused with
  \`FIELD_NOT_ALLOWED\`; only the specification's own members are left out in silence where the SII has no element for them.
- The stamp (\`TED\`), the time of signing (\`TmstFirma\`) and the signature are added when the document is issued.
- \`header.receiver.postalCode\` and \`details[].totalTaxPrice\` have no element: the first is kept with the posted document,
  the second is compared with the taxes of the line.

| Element | Filled by | Limits | Types | Mandatory |
|---|---|---|---|---|
${rows.join('\n')}
`
}
