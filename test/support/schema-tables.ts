import type { Branch } from '../../src/dte/values/branches.ts'
import {
  boleta, documento, type ElementRule, exportaciones, liquidacion, namedTypes, readTable
} from '../../sii-simulator/index.ts'

/*
 * The schemas as the simulator's tables have them, which sii-simulator/test/judge/schema.test.ts holds against the
 * SII's own files. The simulator shares no code with the rest, so that its tables are a second opinion everywhere.
 */

const tables: Record<Branch, string> = {
  Documento: documento, Liquidacion: liquidacion, Exportaciones: exportaciones, Boleta: boleta
}

export interface SchemaElement {
  path: string
  most: number
  /** Whether the schema takes a text as the element's value. */
  takes: (text: string) => boolean
}

/** The elements below a branch's root, in the order of the schema. */
export function schemaElements (branch: Branch): SchemaElement[] {
  return elementsBelow(readTable(tables[branch]), '')
}

function elementsBelow ({ particles }: ElementRule, above: string): SchemaElement[] {
  return particles.flatMap(({ options, most }) => options.flatMap((rule) => {
    const path = `${above}${rule.name}`
    return [{ path, most, takes: rule.check ?? (() => false) }, ...elementsBelow(rule, `${path}/`)]
  }))
}

/** The values that a named type of the schemas enumerates. */
export function enumerated (type: keyof typeof namedTypes): string[] {
  return /\(([^)]*)\)/.exec(namedTypes[type] ?? '')?.[1]?.split('|') ?? []
}
