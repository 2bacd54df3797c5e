import { expect, it } from 'vitest'
import { readSetReview } from '../../../src/certification/sets/review-mail.ts'
import { setResultText } from '../../support/upload-result.ts'

it('reads an approval with its attention number and track id', () => {
  expect(readSetReview('SETMAIL0005038170 - Resultado de Revisión del Set de Prueba\r\n\r\nNúmero de Envío: 0258973214\r\nEstado: SOK - SET DE PRUEBA CORRECTO'))
    .toEqual({ attentionNumber: 5038170, trackId: '258973214', outcome: 'approved', reasons: [] })
})

it('reads the attention number under its other name', () => {
  expect(readSetReview(setResultText)).toEqual({ attentionNumber: 423775, trackId: '34287111', outcome: 'approved', reasons: [] })
})

it('reads each fault with the case above it or on its line, in the words of the SII', () => {
  const review = readSetReview(`SETMAIL0005038173
    SRH
    CASO 5038173-1
      Los Indicadores (Despacho/Traslado) No Corresponden
    <b>CASO 5038173-3</b> Tipo 52 Folio 14 El Documento Debe Tener 1 Linea(s) de Referencia
    Atentamente`)

  expect(review).toMatchObject({ attentionNumber: 5038173, trackId: null, outcome: 'notApproved' })
  expect(review?.reasons).toEqual([
    { case: 1, documentType: null, folio: null, text: 'Los Indicadores (Despacho/Traslado) No Corresponden' },
    {
      case: 3, documentType: 52, folio: 14,
      text: 'Tipo 52 Folio 14 El Documento Debe Tener 1 Linea(s) de Referencia'
    }
  ])
})

it('rejects other mails, and a mail with both outcomes', () => {
  expect(readSetReview('Resultado de Validacion de Envio de DTE: EPR')).toBeUndefined()
  expect(readSetReview('SETMAIL0005038173 SOK SRH')).toBeUndefined()
})
