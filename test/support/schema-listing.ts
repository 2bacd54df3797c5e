import { existsSync, readFileSync } from 'node:fs'
import type { Branch } from '../../src/dte/values/branches.ts'

const domain = new URL('../../../shared/domain/', import.meta.url)

/** Whether the listings of the SII's schemas are there; tests that need them skip visibly when they are not. */
export const hasSchemaListings = existsSync(new URL('dte-fields.txt', domain))

const roots: Record<Branch, { file: string, root: string }> = {
  Documento: { file: 'dte-fields.txt', root: '{choice}/Documento/' },
  Liquidacion: { file: 'dte-fields.txt', root: '{choice}/Liquidacion/' },
  Exportaciones: { file: 'dte-fields.txt', root: '{choice}/Exportaciones/' },
  Boleta: { file: 'boleta-fields.txt', root: '/Documento/' }
}

export interface ListedElement { path: string, cardinality: string, facets: string }

/** The elements below a branch's root, in the order of the schema. */
export function listedElements (branch: Branch): ListedElement[] {
  const { file, root } = roots[branch]
  return readFileSync(new URL(file, domain), 'utf8').split('\n').filter((row) => row.startsWith(root)).map((row) => {
    const [, path = '', cardinality = '', facets = ''] = /^(\S+) \[(\S+)\] ?(.*)$/.exec(row.slice(root.length)) ?? []
    return { path, cardinality, facets: facets + typeFacets(facets) }
  })
}

let types: Map<string, string> | undefined

/** The facets of the named type that a row begins with, where the row does not repeat them. */
function typeFacets (facets: string): string {
  types ??= new Map(
    readFileSync(new URL('xsd-types.txt', domain), 'utf8').split('\n').map((row) =>
      row.split(/: (.*)/) as [string, string]
    )
  )
  return facets.includes('{') ? '' : ` ${types.get(facets.split(' ')[0] ?? '') ?? ''}`
}
