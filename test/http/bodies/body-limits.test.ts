import { describe, expect, it } from 'vitest'
import { contract, operationsOf } from '../../support/contract.ts'
import { defined } from '../../support/expecting.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  maxLength?: number
  maxItems?: number
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Bytes of the longest JSON that a schema takes, every character of its texts written as \uXXXX. */
function mostBytes (schema: Schema): number {
  if (schema.$ref !== undefined) {
    return mostBytes(defined(contract.components.schemas[schema.$ref.replace('#/components/schemas/', '')]))
  }
  if (schema.anyOf) return Math.max(...schema.anyOf.map(mostBytes))
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (values) return Math.max(...values.map((value) => JSON.stringify(value).length * 6))
  if (schema.properties) {
    return Object.entries(schema.properties).reduce((sum, [name, inner]) => sum + name.length + 4 + mostBytes(inner), 2)
  }
  if (schema.items) return 2 + (schema.maxItems ?? Infinity) * (1 + mostBytes(schema.items))
  return [schema.type].flat().includes('string') ? 2 + 6 * longestText(schema) : 25
}

function longestText ({ maxLength, format, pattern }: Schema): number {
  if (maxLength !== undefined) return maxLength
  return format === 'uuid' ? 36 : format === 'date' ? 10 : pattern === undefined ? Infinity : 60
}

function statedLimit (description: string | undefined): number {
  const [, count, unit] = /^At most (\d+) (KiB|MiB)\.$/.exec(description ?? '') ?? []
  return Number(count) * (unit === 'MiB' ? 1024 * 1024 : 1024)
}

// Their bodies have texts and lists without a limit of characters; below, and in docs/bulk-invoices.md.
const apart = [
  'POST /api/Webhook/Save', 'POST /api/Webhook/Issue', 'POST /api/Webhook/Preview', 'PUT /api/Webhook/Retry', 'POST /api/BulkInvoice/Create',
  'POST /api/PdfTemplate/Create', 'PUT /api/PdfTemplate/Update', 'POST /api/PdfTemplate/Preview',
  'PUT /api/BulkInvoice/UpdateRow', 'PUT /api/Certification/Options', 'POST /api/Certification/Simulation',
  // A mail as it came.
  'POST /api/Certification/RecordVerdict',
  // Two hundred policies.
  'PUT /api/Received/SetPolicies'
]
const limits = new Map(
  operationsOf(contract).filter(({ operation }) => operation.requestBody).map(({ method, path, operation }) =>
    [`${method} ${path}`, {
      stated: statedLimit(operation.requestBody?.description),
      json: operation.requestBody?.content['application/json']?.schema as Schema | undefined
    }] as const
  )
)

describe('the contract states the limit of a body', () => {
  it.each([...limits])('%s', (name, { stated, json }) => {
    expect(stated).toBeGreaterThan(0)
    if (json && !apart.includes(name)) {
      expect(stated).toBeLessThanOrEqual(64 * 1024)
      expect(mostBytes(json)).toBeLessThanOrEqual(stated)
    }
  })
})

/** JSON as it is written by libraries that write nothing beyond ASCII, and escape slashes. */
const escaped = (value: unknown): string => JSON.stringify(value).replaceAll('/', '\\/').replace(
  /[^\0-\x7F]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
)

describe('the largest valid body fits, in any notation', () => {
  it.each([
    [
      'a source of 64 KiB, half of its bytes line breaks or all of them characters of two bytes',
      escaped('a\n'.repeat(32 * 1024)), escaped('ñ'.repeat(32 * 1024))
    ]
  ])('a template: %s, with the largest logo', (_what, ...sources) => {
    const logo = escaped({ settings: { logo: `/${'aB3d'.repeat(15)}`.repeat(5900) } })

    for (const source of sources) {
      expect(source.length + logo.length + 16 * 1024).toBeLessThanOrEqual(
        defined(limits.get('POST /api/PdfTemplate/Create')).stated
      )
    }
  })

  it('a document: sixty lines with their longest texts, all escaped, and a boleta of a thousand lines with a kilobyte each', () => {
    const text = (length: number) => 'ñ'.repeat(length)
    const line = {
      itemName: text(80),
      itemDescription: text(1000),
      unitOfMeasure: text(4),
      itemCodes: Array(5).fill({ codeType: text(10), codeValue: text(35) }),
      subQuantities: Array(5).fill({ code: text(35), quantity: 999999999.999999 }),
      quantity: 999999999.999999,
      unitPrice: 999999999.999999,
      subDiscounts: Array(5).fill({ valueType: '$', value: 9999999999999.99 }),
      subSurcharges: Array(5).fill({ valueType: '$', value: 9999999999999.99 })
    }
    const references = Array(40).fill({ documentType: '801', folio: text(18), date: '2026-11-20', reason: text(90) })
    const stated = defined(limits.get('POST /api/Webhook/Save')).stated

    expect(escaped({ details: Array(60).fill(line), references }).length * 1.2).toBeLessThan(stated)
    expect(1000 * 1000).toBeLessThan(stated)
  })
})
