import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { prepareDocument } from '../../../src/dte/reading/document-from-payload.ts'
import { invoicePayload } from '../../../src/dte/fields/payload.ts'
import { documentBody } from '../../../src/dte/xml/xml.ts'
import { casePayload, preparePayload } from '../../support/document-cases.ts'
import { defined } from '../../support/expecting.ts'
import { senderFacts, today } from '../../support/sender-facts.ts'
import { anyCharacter } from '../../support/texts.ts'

interface JsonSchema {
  type?: string | string[]
  anyOf?: JsonSchema[]
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  description?: string
  examples?: unknown[]
  additionalProperties?: boolean
}

const schema = z.toJSONSchema(invoicePayload, { io: 'input' }) as JsonSchema

const telling = [
  '33', '34', '39', '41', '56', '61', '110', '2026-11-20', '99999999-9', '77777777-7', '66666666-6', 'IVA', '27', '28',
  '1', '2', '3', '801', 'SET', '0', ''
]
const texts = fc.oneof(fc.constantFrom(...telling), fc.string({ unit: anyCharacter, maxLength: 20 }))
const numbers = fc.oneof(
  fc.constantFrom(0, 1, 2, 3, 6, -1, 0.5, 19, 10, 1e-7, 1e21, 1000, 999999999999),
  fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()
)

/** Anything that a schema takes: right in shape, arbitrary in content. */
function anythingOf (
  { type, anyOf, enum: values, properties = {}, required = [], items = {} }: JsonSchema
): fc.Arbitrary<unknown> {
  if (anyOf) return fc.oneof(...anyOf.map(anythingOf))
  if (values) return fc.constantFrom(...values)
  if (type === 'object') {
    return fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, anythingOf(member)])),
      { requiredKeys: required }
    )
  }
  if (type === 'array') return fc.array(anythingOf(items), { maxLength: 3 })
  const simple: Record<string, fc.Arbitrary<unknown>> = {
    string: texts, number: numbers, boolean: fc.boolean(), null: fc.constant(null)
  }
  return fc.oneof(
    ...[type ?? []].flat().map((name) => {
      const found = simple[name]
      if (!found) throw new Error(`No example of ${name}`)
      return found
    })
  )
}

function membersOf (path: string, { properties = {}, anyOf = [], items }: JsonSchema): [string, JsonSchema][] {
  const own = Object.entries(properties).flatMap((
    [name, member]
  ) => [[`${path}.${name}`, member] as [string, JsonSchema], ...membersOf(`${path}.${name}`, member)])
  return [
    ...own, ...anyOf.flatMap((branch) => membersOf(path, branch)), ...(items ? membersOf(`${path}[]`, items) : [])
  ]
}

describe('the posted document', () => {
  const whole = { header: { documentId: { documentType: '33' } } }

  it('is well formed with only its type', () => {
    expect(invoicePayload.safeParse(whole).success).toBe(true)
  })

  it.each([
    ['a member that is not specified', { ...whole, note: 'x' }],
    ['a member that is not specified, further in', { header: { documentId: { documentType: '33', folio: 7 } } }],
    ['a type in digits', { header: { documentId: { documentType: 33 } } }],
    ['no type', { header: { documentId: {} } }],
    ['a number as text', { ...whole, details: [{ itemName: 'x', quantity: '1' }] }],
    ['an infinite number', { ...whole, details: [{ itemName: 'x', quantity: Infinity }] }],
    ['a movement that is neither discount nor surcharge', {
      ...whole, globalDiscounts: [{ movement: 'X', valueType: '%', value: 1 }]
    }],
    ['a text without bounds', { header: { ...whole.header, receiver: { businessName: 'x'.repeat(401) } } }],
    ['lines without bounds', { ...whole, details: Array.from({ length: 2001 }, () => ({ itemName: 'x' })) }]
  ])('refuses %s', (_, payload) => {
    expect(invoicePayload.safeParse(payload).success).toBe(false)
  })

  it('describes every member', () => {
    const members = membersOf('payload', schema)

    expect(members.length).toBeGreaterThan(80)
    for (const [path, member] of members) {
      expect([member, ...member.anyOf ?? []].map(({ description }) => description).join(''), path).toMatch(/\w/)
    }
  })
})

/** What comes of a document: its XML and notices, or the rules that it breaks. */
function outcomeOf (payload: unknown): unknown[] {
  const { document, violations, notices } = preparePayload(payload)
  return [
    document && documentBody(document, 1), ...violations.map(({ path, rule }) => [path, rule]),
    ...notices.map(({ path, code }) => [path, code])
  ]
}

// Of these 0 is an amount.
const amounts = new Set([
  'header.documentId.paidAmount', 'header.documentId.unpaidBalance', 'details[].quantity', 'details[].unitPrice',
  'details[].lineTotal', 'details[].totalTaxPrice', 'details[].taxes[].taxRate', 'details[].taxes[].taxAmount',
  ...[
    'netAmount', 'exemptAmount', 'taxAmount', 'totalAmount', 'taxes[].taxRate', 'taxes[].taxAmount', 'slaughterBase',
    'margin', 'unwithheldTaxAmount', 'depositAmount', 'nonBillableAmount', 'periodAmount', 'ownTaxAmount',
    'thirdPartyTaxAmount', 'constructionCredit', 'previousBalance', 'amountToPay'
  ].map((member) => `header.totals.${member}`)
])

const schemaOf = ({ anyOf, ...schema }: JsonSchema): JsonSchema =>
  ({ ...schema, ...anyOf?.find(({ type }) => type !== 'null') })

/** What a program writes for a member without a value; undefined where it writes nothing. */
type Nothing = (path: string, schema: JsonSchema) => unknown
const nothings: Record<string, Nothing> = {
  null: () => null,
  'a blank text, a zero, an empty list or object': (path, { type, items, properties }) => {
    if (items) return []
    if (properties) return {}
    const name = path.replace(/^\./, '')
    return [type].flat().includes('string') ? '' : [type].flat().includes('number') && !amounts.has(name) ? 0 : null
  },
  'a date that was never set': (_path, { examples: [example] = [] }) =>
    String(example).startsWith('2026-') ? '0001-01-01T00:00:00Z' : undefined
}

/** The value with each member that it lacks written as nothing, in every block. */
function withNothing (value: unknown, nothing: Nothing, schema: JsonSchema, path = ''): unknown {
  const { properties, items } = schemaOf(schema)
  if (Array.isArray(value) && items) return value.map((row) => withNothing(row, nothing, items, `${path}[]`))
  if (typeof value !== 'object' || value === null || !properties) return value
  const posted = value as Record<string, unknown>
  const members = Object.entries(properties).map(([name, member]) => {
    const own = schemaOf(member)
    const below = `${path}.${name}`
    const absent = nothing(below, { ...member, ...own })
    const told = posted[name] ?? (own.properties && absent !== null ? {} : absent)
    return [name, withNothing(told, nothing, member, below)]
  })
  return Object.fromEntries(members)
}

/** The document once for each of its members, with another value of that one; undefined takes it out. */
function changedOnes (
  value: unknown, change: Nothing, schema: JsonSchema, path = ''
): { path: string, posted: unknown, without: unknown }[] {
  const { properties, items } = schemaOf(schema)
  if (typeof value !== 'object' || value === null) return []
  const members: [string | number, unknown, JsonSchema, string][] = Array.isArray(value)
    ? value.map((row, index) => [index, row, items ?? {}, `${path}[]`])
    : Object.entries(value).map(([name, member]) => [name, member, properties?.[name] ?? {}, `${path}.${name}`])
  const put = (key: string | number, changed: unknown) =>
    Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }
  return members.flatMap(([key, member, memberSchema, below]) => {
    const changed = typeof key === 'number' ? undefined : change(below, { ...memberSchema, ...schemaOf(memberSchema) })
    const own = changed === undefined ? [] : [{ path: below, posted: put(key, changed), without: put(key, undefined) }]
    return [
      ...own, ...changedOnes(member, change, memberSchema, below).map((one) =>
        ({ path: one.path, posted: put(key, one.posted), without: put(key, one.without) }))
    ]
  })
}

// Never absent: what a document is, and a global discount.
const isCompulsory = (path: string) =>
  /^\.header(\.documentId(\.documentType)?)?$|^\.globalDiscounts\[\]\.(movement|value)/.test(path)

describe('a member without content', () => {
  const names = [
    '033-every-member', '034-exempt-services', '039-known-customer', '052-sale', '052-export-by-an-authorised-agent',
    '056-interest-on-late-payment', '061-annuls-an-invoice', '110-fruit-by-sea', '046-withholds-all-the-vat'
  ]

  it.each(names.flatMap((name) => Object.keys(nothings).map((words) => [name, words] as const)))(
    '%s: equals an omitted member, written as %s', (name, words) => {
      const payload = casePayload('valid', name) as object
      const nothing = defined(nothings[words])

      expect(outcomeOf(withNothing(payload, nothing, schema) as object)).toEqual(outcomeOf(payload))
      for (const { path, posted, without } of changedOnes(payload, nothing, schema)) {
        if (!isCompulsory(path)) expect(outcomeOf(posted), path).toEqual(outcomeOf(without))
      }
    }
  )

  it.each(names)('%s: so does a reference or a tax of blanks and zeros only', (name) => {
    const payload = casePayload('valid', name) as {
      header: { totals?: { taxes?: object[] } }, references?: object[], details: { taxes?: object[] }[]
    }
    const blankTaxes = [{ taxCode: '', taxRate: 0, taxAmount: 0 }, { taxCode: null }]
    const { header, references = [], details } = payload

    expect(outcomeOf({
      ...payload,
      header: { ...header, totals: { ...header.totals, taxes: [...blankTaxes, ...header.totals?.taxes ?? []] } },
      details: details.map((line) => ({ ...line, taxes: [...line.taxes ?? [], ...blankTaxes] })),
      references: [
        ...references, {}, { lineNumber: 0, documentType: '', folio: ' ', date: '0001-01-01T00:00:00', code: '', reason: null }
      ]
    })).toEqual(outcomeOf(payload))
  })

  it.each(['activityCode', 'branchCode'])('a code of 0 is omitted, also as text: %s', (member) => {
    const payload = casePayload('valid', '033-two-lines') as { header: { sender: object } }
    const { header } = payload

    expect(outcomeOf({ ...payload, header: { ...header, sender: { ...header.sender, [member]: '0' } } }))
      .toEqual(outcomeOf(payload))
  })

  it('a blank line is refused, since it may have lost its content', () => {
    const payload = casePayload('valid', '033-two-lines') as { details: object[] }

    expect(outcomeOf({ ...payload, details: [...payload.details, { quantity: null }] }))
      .toContainEqual(['payload.details[2].itemName', 'ITEM_NAME_MISSING'])
  })
})

describe('prepareDocument', () => {
  it('turns any well-formed input into a document or into violations with paths into it', { tags: 'slow' }, () => {
    const documentTypes = fc.constantFrom('33', '34', '39', '41', '43', '46', '52', '56', '61', '110', '111', '112')
    fc.assert(fc.property(anythingOf(schema), documentTypes, (posted, documentType) => {
      const payload = invoicePayload.parse(posted)
      payload.header.documentId.documentType = documentType
      const { document, violations } = prepareDocument(payload, { sender: senderFacts, today })

      expect(document === undefined).toBe(violations.length > 0)
      for (const { path } of violations) {
        expect(path).toMatch(
          /^payload\.(header|details|references|globalDiscounts|subtotals|commissions|issueLocation|woodTransport)\b/
        )
      }
      if (document) expect(JSON.parse(JSON.stringify(document))).toEqual(document)
      if (document) {
        expect(documentBody(document, 1)).toMatch(
          /^<Encabezado>[^]*<\/(Detalle|SubTotInfo|DscRcgGlobal|Referencia|GeoRefEmision|ManejoMadera|Comisiones)>\n$/
        )
      }
    }),
    { numRuns: 1000 }
    )
  })

  const minimal = (changes: object = {}, receiver: object = {}) => invoicePayload.parse({
    header: {
      documentId: { documentType: '33', ...changes },
      receiver: {
        taxNumber: '77777777-7', businessName: 'Cliente', businessActivity: 'Comercio', address: 'Teatinos 120',
        municipality: 'Santiago', ...receiver
      }
    },
    details: [{ itemName: 'Martillo', unitPrice: 1000 }]
  })
  const prepare = (payload = minimal(), sender = senderFacts) => prepareDocument(payload, { sender, today })

  it("gives a document without a date today's, and treats it as sold on credit, like the SII", () => {
    expect(prepare().document).toMatchObject({ issueDate: today, paymentMethod: 2 })
  })

  it('rounds noise of binary fractions, and refuses numbers with too many digits together with other problems', () => {
    const line = { itemName: 'Cable', quantity: 1.1 * 3, unitPrice: 0.1 + 0.2, lineTotal: 1.0000000000000002 }
    const tooFine = { ...line, quantity: 3.3000001, unitPrice: -1 }

    const { document } = prepare({ ...minimal(), details: [line] })

    expect(document?.lines).toMatchObject([{ quantity: '3.3', unitPrice: '0.3', lineTotal: '1' }])
    expect(prepare({ ...minimal(), details: [tooFine] }).violations).toMatchObject([
      { path: 'payload.details[0].quantity', rule: 'NUMBER_TOO_FINE' },
      { path: 'payload.details[0].unitPrice', rule: 'LINE_NEGATIVE' }
    ])
  })

  it('keeps line breaks of descriptions, also in the XML', () => {
    const itemDescription = 'Incluye:\r\n - maletín\u2028 - brocas \n\n\n\nGarantía de “un año”'
    const { document } = prepare({ ...minimal(), details: [{ itemName: 'Taladro\ninalámbrico', itemDescription, unitPrice: 1 }] })

    const xml = documentBody(defined(document), 1)

    expect(xml).toContain('<NmbItem>Taladro inalámbrico</NmbItem>')
    expect(xml).toContain('<DscItem>Incluye:\n- maletín\n- brocas\n\nGarantía de "un año"</DscItem>')
  })

  it('accepts several addresses of the receiver, and names the invalid ones', () => {
    const emailOf = (email: string) => {
      const { document, violations, notices } = prepare(minimal({}, { email }))
      return [
        document?.receiver.email, ...violations.map(({ rule }) => rule), ...notices.map(({ message }) => message.en)
      ]
    }
    const long = `${'x'.repeat(60)}@austral.example`

    expect(emailOf('uno@austral.example, dos@austral.example')).toEqual(['uno@austral.example;dos@austral.example'])
    expect(emailOf(' uno@austral.example;\ndos@austral.example; ')).toEqual(['uno@austral.example;dos@austral.example'])
    expect(emailOf(`${long}; dos@austral.example`)).toEqual([
      long, expect.stringContaining('not to dos@austral.example')
    ])
    expect(emailOf('uno@austral.example; dos')).toEqual([undefined, 'EMAIL_INVALID'])
  })

  it('allows tomorrow, since clocks differ, but not the day after', () => {
    expect(prepare(minimal({ issueDate: '2026-11-21' })).violations).toEqual([])
    expect(prepare(minimal({ issueDate: '2026-11-22' })).violations).toMatchObject([{ rule: 'ISSUE_DATE_IN_FUTURE' }])
  })

  it('takes the sender\'s main activity when none is posted', () => {
    expect(prepare().document?.sender).toMatchObject({ ...senderFacts, activityCodes: [475201] })
  })

  it('names the tenant when its own data are invalid in a document', () => {
    const { violations } = prepare(minimal(), {
      ...senderFacts, phone: '+56 2 2345 6789 anexo 1234', branchCode: 'uno'
    })

    expect(violations).toMatchObject([{ rule: 'BRANCH_CODE_INVALID', path: 'tenant.branchCode' }, {
      rule: 'TEXT_TOO_LONG', path: 'tenant.phone'
    }])
  })

  it("requires the sender's data that neither the document nor the tenant has", () => {
    const { address, municipality, ...elsewhere } = senderFacts

    expect([address, municipality]).not.toContain(undefined)
    expect(prepare(minimal(), { ...elsewhere, activityCodes: [] }).violations.map(({ rule, path }) => [rule, path]))
      .toEqual([
        ['FIELD_REQUIRED', 'payload.header.sender.activityCode'], ['FIELD_REQUIRED', 'payload.header.sender.address'],
        ['FIELD_REQUIRED', 'payload.header.sender.municipality']
      ])
  })

  it('accepts a posted activity when the tenant has none registered', () => {
    const payload = minimal()
    payload.header.sender = { activityCode: '011101' }

    expect(prepare(payload, { ...senderFacts, activityCodes: [] }).document?.sender.activityCodes).toEqual([11101])
  })

  it("prefers the text of the receiver's activity to its code", () => {
    expect(prepare(minimal({}, { businessActivityCode: 475201 })).document?.receiver.businessActivity).toBe('Comercio')
    expect(
      prepare(minimal({}, { businessActivity: null, businessActivityCode: 475201 })).document?.receiver.businessActivity
    ).toBe('Venta al por menor de artículos de ferre')
  })

  it.each([
    [11101, 'Cultivo de trigo'], [620200, 'Actividades de consultoría de informátic'], [11112, 'Cultivo de maíz'],
    [11113, 'Cultivo de avena'], [999_999, '999999'], [7, '7']
  ])('prints the receiver\'s activity %i as "%s"', (businessActivityCode, printed) => {
    const payload = minimal({}, { businessActivity: null, businessActivityCode })

    expect(prepare(payload).document?.receiver.businessActivity).toBe(printed)
  })

  it.each([1900, 1901, 190, 1190, 0])(
    "reads totalTaxPrice %d as a line's tax, its total with tax, or nothing, whichever matches",
    (totalTaxPrice) => {
      const payload = minimal()
      defined(payload.details?.[0]).totalTaxPrice = totalTaxPrice

      expect(prepare(payload).violations.map(({ rule }) => rule)).toEqual(
        [190, 1190, 0].includes(totalTaxPrice) ? [] : ['LINE_TAX_MISMATCH']
      )
    }
  )

  it('omits members that have no element in a boleta', () => {
    const payload = minimal({
      documentType: '39', saleTransactionType: 1, purchaseTransactionType: 1, paymentMethod: 1
    })
    payload.header.transport = { driver: { name: '', taxNumber: null }, destinationAddress: '', customs: null }

    const body = documentBody(defined(prepare(payload).document), 1)

    expect(body).not.toMatch(/TpoTran|FmaPago|Transporte|GiroRecep/)
  })
})
