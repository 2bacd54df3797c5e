import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documentTypes, isBoleta, isNote, type DocumentType } from '../../../src/dte/values/document-types.ts'
import {
  isMandatory, matrix, mayAppear, obligationOf, type ObligedElement
} from '../../../src/dte/tables/obligations.ts'
import { defined } from '../../support/expecting.ts'

const rules = new URL('../../../../shared/domain/sii.md', import.meta.url)
const types = Object.keys(documentTypes).map(Number) as DocumentType[]

/** The matrix as the domain's notes have it: one row for several elements at times. */
function gatheredMatrix (): [element: string, type: DocumentType, obligation: string][] {
  const section = defined(readFileSync(rules, 'utf8').split('### 2.3')[1]?.split('### 2.4')?.[0])
  const [head = [], , ...rows] = section.split('\n').filter((line) => line.startsWith('|')).map((line) =>
    line.split('|').slice(1, -1).map((cell) => cell.trim())
  )
  return rows.flatMap(([elements = '', ...cells]) => elements.split(', ').flatMap((element) =>
    cells.map((cell, index) =>
      [element.replace(/ (area|zone)$/, ''), Number(head[index + 1]) as DocumentType, cell] as [
        string, DocumentType, string
      ]
    )
  )
  )
}

describe.skipIf(!existsSync(rules))('the matrix of obligations compared with data collected from the SII', () => {
  it('agrees on every element that it has', () => {
    const gathered = gatheredMatrix().filter(([element]) => element in matrix)

    expect(new Set(gathered.map(([element]) => element)).size).toBe(Object.keys(matrix).length)
    for (const [element, type, obligation] of gathered) {
      expect([element, type, obligationOf(element as ObligedElement, type)]).toEqual([element, type, obligation])
    }
  })
})

describe('the matrix of obligations', () => {
  it.each(Object.keys(matrix) as ObligedElement[])('%s has an obligation in each of the twelve types', (element) => {
    for (const type of types) expect(['0', '1', '2', '3']).toContain(obligationOf(element, type))
  })

  it("requires references in notes, and no buyer's activity in a boleta", () => {
    expect(types.filter((type) => isMandatory('CodRef', type))).toEqual(types.filter(isNote))
    expect(types.filter((type) => !mayAppear('GiroRecep', type))).toEqual(types.filter(isBoleta))
  })
})
