import { describe, expect, it } from 'vitest'
import { documentFileName } from '../../../src/dte/printing/file-names.ts'

const named = (receiverName: string | undefined, documentType = 33) =>
  documentFileName({ documentType, folio: 1260, receiverName }, 'pdf')

describe('the file of a document', () => {
  it('is named after its type, its folio and its receiver, as people say them', () => {
    expect(named('Constructora Sur')).toBe('Factura 1260 - Constructora Sur.pdf')
    expect(named('Ñandú & Cía', 61)).toBe('Nota de Crédito 1260 - Ñandú & Cía.pdf')
    expect(named('Sur', 34)).toBe('Factura No Afecta o Exenta 1260 - Sur.pdf')
    expect(named(undefined, 52)).toBe('Guía de Despacho 1260.pdf')
  })

  it('does not contain the buyer of a boleta', () => {
    expect(named('Ana Rojas', 39)).toBe('Boleta 1260.pdf')
    expect(named('Consumidor Final', 41)).toBe('Boleta No Afecta o Exenta 1260.pdf')
  })

  it('distinguishes a copy, a draft and evidence', () => {
    const facts = { documentType: 33, receiverName: 'Sur' }

    expect(documentFileName({ ...facts, folio: 7n }, 'pdf', 'cedible')).toBe('Factura 7 - Sur (cedible).pdf')
    expect(documentFileName({ ...facts, folio: 'borrador' }, 'pdf')).toBe('Factura borrador - Sur.pdf')
    expect(documentFileName({ ...facts, folio: 'sin folio' }, 'zip', 'evidencia')).toBe('Factura sin folio - Sur (evidencia).zip')
  })

  it('is valid on every file system', () => {
    expect(named('A/B\\C:D*E?F"G<H>I|J\u0000K\u202eL')).toBe('Factura 1260 - A B C D E F G H I J K L.pdf')
    expect(named(' ../ Sur  S.A. ')).toBe('Factura 1260 - .. Sur S.A.pdf')
    expect(named('...')).toBe('Factura 1260.pdf')
    expect(Buffer.byteLength(named('ñ'.repeat(100)))).toBeLessThan(160)
  })
})
