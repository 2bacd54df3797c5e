import { elementWriter } from './canonical.ts'
import type { DocumentType } from '../values/document-types.ts'
import type { Fields } from '../fields/reader.ts'
import { everywhere, type Branch, type Branches } from '../values/branches.ts'

/** What the documentation says of an element: nothing of its value. */
export interface DescribedElement {
  name: string
  /** The branches of the schemas that have it. */
  branches: Branches
  /** The types that have it, where they are fewer than their branch's. */
  types?: readonly DocumentType[]
  /** The posted member below payload ("header.documentId.dueDate"), or "computed: …", or "the service: …". */
  filledBy: string
  limits: string
  children: readonly DescribedElement[]
}

/** An element that a scope of the document fills. */
export interface ElementOf<Scope> extends DescribedElement {
  write (scope: Scope, branch: Branch): string
}

type Value = string | number | undefined
type Values = Value | readonly Value[]

/** An element with a value; one for each of several. */
export function leaf<Scope> (
  name: string, branches: Branches, limits: string, filledBy: string, valueOf: (scope: Scope) => Values
): ElementOf<Scope> {
  const writeOne = elementWriter(name)
  const write = (scope: Scope) => {
    const value = valueOf(scope)
    return isSeveral(value) ? value.map(writeOne).join('') : writeOne(value)
  }
  return { name, branches, limits, filledBy, children: [], write }
}

/** The elements of a table of fields. */
export function leaves<Scope> (fields: Fields, branches: Branches, posted: string): ElementOf<Scope>[] {
  return Object.entries(fields).map(([member, field]) => ({
    ...leaf<Scope>(
      field.element, field.branches ?? branches, field.format.limits, `${posted}.${member}`,
      (scope) => (scope as Record<string, Value>)[member]
    ),
    ...(field.types && { types: field.types })
  }))
}

interface Layout {
  /** Between the elements inside: the SII refuses long lines (CHR-00002). */
  separator?: string
  /** After the element. */
  end?: string
}

/** An element with elements inside; one for each of several scopes, none without any. */
export function block<Scope, Inner> (
  name: string, branches: Branches, filledBy: string, innerOf: (scope: Scope) => Inner | readonly Inner[] | undefined,
  children: readonly ElementOf<Inner>[], layout: Layout = {}
): ElementOf<Scope> {
  const { separator = '', end = '' } = layout
  const writeInner = writerOf(children, separator)
  const writeOne = (inner: Inner, branch: Branch) => `<${name}>${writeInner(inner, branch)}</${name}>${end}`
  const write = (scope: Scope, branch: Branch) => {
    const inner = innerOf(scope)
    if (inner === undefined) return ''
    return isSeveral(inner) ? inner.map((one) => writeOne(one, branch)).join('') : writeOne(inner, branch)
  }
  return { name, branches, limits: '', filledBy, children, write }
}

/** Writes those of the elements that a branch has and a scope fills, in the order of the schemas. */
export function writerOf<Scope> (
  elements: readonly ElementOf<Scope>[], separator = ''
): (scope: Scope, branch: Branch) => string {
  const elementsOf = new Map(
    everywhere.map((branch) => [branch, elements.filter(({ branches }) => branches.includes(branch))])
  )
  return (scope, branch) => {
    let text = ''
    for (const one of elementsOf.get(branch) ?? []) {
      const written = one.write(scope, branch)
      if (written !== '') text += text === '' ? written : separator + written
    }
    return text
  }
}

function isSeveral<T> (value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}
