import { describe, expect, it } from 'vitest'
import { printable } from '../../../src/dte/printing/printable-from-document.ts'
import { caseNames, prepareCase } from '../../support/document-cases.ts'
import { defined } from '../../support/expecting.ts'

const facts = { folio: 1042, ted: '<TED version="1.0"></TED>', resolution: { number: 80, year: 2014 } }
const printed = (name: string, more = {}) => printable(defined(prepareCase('valid', name).document), { ...facts, ...more })

/** "-12.5" as -125000n: export amounts have up to four decimals. */
function tenThousandths (amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(4, '0'))
}

describe('printable', () => {
  it('shows an invoice with all its content', () => {
    expect(printed('033-every-member', { siiOffice: 'SANTIAGO CENTRO', watermark: 'SIN VALOR' })).toEqual({
      documentType: 33,
      documentName: 'FACTURA ELECTRÓNICA',
      folio: 1042,
      issueDate: '2026-11-19',
      dueDate: '2026-12-19',
      paymentMethod: 'Crédito',
      paymentMedia: 'Cheque a fecha',
      sender: {
        taxNumber: '99.999.999-9',
        businessName: 'Comercial Los Ñires SpA',
        businessActivity: 'Ferretería y servicios',
        address: "Av. O'Higgins 1449",
        municipality: 'Santiago',
        city: 'Santiago',
        branchName: 'Casa matriz',
        salesPerson: 'Paula',
        siiOffice: 'SANTIAGO CENTRO'
      },
      receiver: {
        taxNumber: '77.777.777-7',
        businessName: 'Ferretería El Roble Ltda.',
        businessActivity: 'Venta al por menor de artículos de ferre',
        address: 'Teatinos 120',
        municipality: 'Santiago',
        city: 'Santiago',
        email: 'compras@elroble.example',
        internalCode: 'C-1042'
      },
      transport: [
        { label: 'Patente', value: 'ABCD12' },
        { label: 'Patente del carro', value: 'EFGH34' },
        { label: 'RUT del transportista', value: '55.555.555-5' },
        { label: 'Chofer', value: 'Luis Soto, 12.345.678-5' },
        { label: 'Destino', value: 'Camino Lo Boza 300, Pudahuel, Santiago' },
        { label: 'Salida', value: '20-11-2026, 08:30:00' },
        { label: 'Llegada', value: '21-11-2026' }
      ],
      conditions: [{ label: 'Período', value: 'desde el 01-10-2026, hasta el 31-10-2026' }],
      details: [
        {
          lineNumber: 1, itemCode: '7801234567894', itemName: 'Joya de plata', itemDescription: 'Cadena & dije',
          quantity: '2', unitOfMeasure: 'UN', unitPrice: '5000', discount: '10 %: $ 1.000', exempt: false, lineTotal: '9000'
        },
        {
          lineNumber: 2, itemCode: 'SKU-7', itemName: 'Estuche', quantity: '1', unitPrice: '3000.5', exempt: false,
          lineTotal: '3001'
        },
        { lineNumber: 3, itemName: 'Tasación', quantity: '1', unitPrice: '3000', exempt: true, lineTotal: '3000' }
      ],
      globalDiscounts: [{ label: 'Descuento global 4,17 %: Cliente frecuente', amount: '-500' }],
      references: [
        { documentName: 'Orden de compra', folio: 'OC-4711', date: '2026-11-12', reason: 'Orden de compra' },
        {
          documentName: 'Guía de Despacho Electrónica (varios)', folio: '', date: '2026-11-15',
          reason: 'Despachos de noviembre'
        },
        { documentName: 'Hoja de entrada de servicios (de 44.444.444-4)', folio: '99', date: '2026-11-16' }
      ],
      totals: [
        { label: 'Monto neto', amount: '11501' },
        { label: 'Monto exento', amount: '3000' },
        { label: 'IVA 19 %', amount: '2185' },
        { label: 'Impuesto adicional art. 37 letras a), b), c) 15 %', amount: '1294' }
      ],
      totalAmount: '17980',
      totalInWords: 'Son: diecisiete mil novecientos ochenta pesos',
      ted: facts.ted,
      resolution: facts.resolution,
      cedibleLegend: 'CEDIBLE',
      watermark: 'SIN VALOR'
    })
  })

  it('shows the VAT of a boleta separately, without an assignable copy', () => {
    const boleta = printed('039-nobody-in-particular')

    expect(boleta.totals).toEqual([{ label: 'Monto neto', amount: '4176' }, { label: 'IVA 19 %', amount: '794' }])
    expect(boleta.receiver).toEqual({ taxNumber: '66.666.666-6', businessName: 'Consumidor Final' })
    expect(boleta).not.toHaveProperty('cedibleLegend')
  })

  it('has no assignable copy for goods that move without being sold', () => {
    expect(printed('052-sale').cedibleLegend).toBe('CEDIBLE CON SU FACTURA')
    for (const name of ['052-internal-move', '052-goods-returned', '052-to-be-collected-without-prices']) {
      expect(printed(name), name).not.toHaveProperty('cedibleLegend')
    }
  })

  it('names returned goods as such', () => {
    expect(printed('052-goods-returned').transport).toContainEqual({
      label: 'Tipo de traslado', value: 'Devolución de mercaderías'
    })
  })

  it("shows a show's ticket below its line", () => {
    expect(printed('039-show-ticket').details[0]?.itemDescription).toBe(
      'Concierto de verano (CV01), 15-01-2027 21:00. Teatro Municipal, PLATEA, fila C, asiento 12. ' +
        'Ticket N° 123456 ADULTO, emitido el 20-11-2026 10:15. Por cuenta de 88.888.888-8'
    )
  })

  it('shows who sold a boleta and at which till, without listing these as references', () => {
    const { conditions, references } = printed('039-mixed-lines-and-balance')
    const document = defined(prepareCase('valid', '039-nobody-in-particular').document)
    const alone = printable({
      ...document, references: [{ lineNumber: 1, salesPersonCode: 'V-7', cashRegisterCode: 'C-2' }]
    }, facts)

    expect(conditions).toEqual([{ label: 'Vendedor', value: 'V-12' }, { label: 'Caja', value: 'CAJA-3' }])
    expect(references).toHaveLength(1)
    expect(alone).toMatchObject({
      references: [], conditions: [{ label: 'Vendedor', value: 'V-7' }, { label: 'Caja', value: 'C-2' }]
    })
  })

  it('says how a note affects another document', () => {
    expect(printed('061-annuls-an-invoice').references).toEqual([
      {
        documentName: 'Factura Electrónica', folio: '1042', date: '2026-11-18', reason: 'Anula factura',
        code: 'Anula documento'
      }
    ])
  })

  it('writes the amounts of discounts and surcharges, also of those in percent, in the document\'s currency', () => {
    expect(printed('033-discount-amount').details[0]?.discount).toBe('$ 2.500')
    expect(printed('033-surcharge').details.map(({ discount }) => discount)).toEqual(['+ 7,25 %: $ 725', '+ $ 150'])
    expect(printed('110-discounts').details.map(({ discount }) => discount)).toEqual(['10 %: 13', '20, + 3'])
    expect(printed('034-global-discount').globalDiscounts).toEqual([{
      label: 'Descuento global exento 7,5 %', amount: '-7500'
    }])
  })

  it('shows an export in its currency, with its customs data and its total in pesos', () => {
    const { currency, currencyName, transport, totals, totalAmount, totalInWords } = printed('110-fruit-by-sea')

    expect({ currency, currencyName, totalAmount, totalInWords }).toEqual({
      currency: 'DOLAR USA',
      currencyName: 'Dólares de Estados Unidos',
      totalAmount: '13990.0417',
      totalInWords: 'Son: trece mil novecientos noventa con 0417/10000, en dólares de Estados Unidos'
    })
    expect(totals).toEqual([{ label: 'Monto exento', amount: '13990.0417' }, {
      label: 'Total en pesos, a 945,32', amount: '13225066', currency: 'PESO CL'
    }])
    expect(transport).toContainEqual({ label: 'Cláusula de venta', value: 'FOB, 10.250,5' })
    expect(transport).toContainEqual({ label: 'Vía de transporte', value: 'Marítima, fluvial y lacustre' })
    expect(transport).toContainEqual({ label: 'Peso bruto', value: '21.500,25 KN' })
    expect(transport).toContainEqual({ label: 'Puerto de embarque', value: 'San Antonio, P-1' })
    expect(transport).toContainEqual({ label: 'Nave o vehículo', value: 'Estrella del Sur, V-12' })
    expect(transport).toContainEqual({
      label: 'Bulto', value: 'Contenedor refrigerado, cantidad 1, MSCU1234567, sello S-100, Aduana de Valparaíso'
    })
  })

  it('shows payment terms with dates and amounts in Chilean notation', () => {
    expect(printed('033-payments-and-terms').conditions).toEqual([
      { label: 'Condiciones de pago', value: 'Dos cuotas, 60 días' },
      { label: 'Pago 1', value: '20-12-2026, $ 5.950, Primera cuota' },
      { label: 'Pago 2', value: '20-01-2027, $ 5.950' },
      { label: 'Cancelada el', value: '19-11-2026' },
      { label: 'Monto cancelado', value: '$ 0' },
      { label: 'Saldo insoluto', value: '$ 11.900' },
      { label: 'Cuenta para el pago', value: 'Cuenta corriente, 001-234, Banco Estado' }
    ])
    expect(printed('039-nobody-in-particular')).not.toHaveProperty('conditions')
  })

  it('shows how commissions reduce a settlement', () => {
    expect(printed('043-two-charges-and-taxes').totals.slice(-5)).toEqual([
      { label: 'Comisión, neto', amount: '-39999' },
      { label: 'Comisión, IVA', amount: '-7600' },
      { label: 'Publicidad, neto', amount: '-1425' },
      { label: 'Publicidad, exento', amount: '-205' },
      { label: 'Publicidad, IVA', amount: '-271' }
    ])
    expect(printed('043-owed-by-the-principal').totalInWords).toBe(
      'Son: menos doscientos cincuenta mil cuatrocientos un pesos'
    )
  })

  it('describes lines that are neither sold nor exempt, and what they settle', () => {
    expect(printed('033-deposit-on-containers').details.map(({ itemDescription, exempt }) => [itemDescription, exempt]))
      .toContainEqual(['Garantía de envases', false])
    expect(
      printed('043-settles-with-a-commission').details.map(({ itemDescription, exempt }) => [itemDescription, exempt])
    ).toEqual([
      ['Liquida: Factura Electrónica', false],
      ['Liquida: Nota de Crédito Electrónica', false],
      ['Liquida: Factura No Afecta o Exenta Electrónica', true]
    ])
  })

  it('shows withheld taxes as deductions', () => {
    expect(printed('046-withholds-part-of-the-vat').totals).toEqual([
      { label: 'Monto neto', amount: '1000000' }, { label: 'IVA 19 %', amount: '190000' },
      { label: 'IVA retenido trigo 4 %', amount: '-40000' }, { label: 'IVA no retenido', amount: '150000' }
    ])
  })

  it('says why goods move, without an assignable copy for internal moves', () => {
    expect(printed('052-sale').transport?.slice(0, 2)).toEqual([
      { label: 'Tipo de traslado', value: 'Operación constituye venta' },
      { label: 'Tipo de despacho', value: 'Despacho por cuenta del emisor a instalaciones del receptor' }
    ])
    expect(printed('052-sale').cedibleLegend).toBe('CEDIBLE CON SU FACTURA')
    expect(printed('052-internal-move')).not.toHaveProperty('cedibleLegend')
  })

  it.each(caseNames('valid'))('prints rows that add up to the total: %s', (name) => {
    const { totals, totalAmount } = printed(name)
    const outside =
      /^(Monto no facturable|Monto del período|IVA no retenido|IVA propio|IVA de terceros|Saldo anterior|Valor a pagar|Total en .*)$/
    const rows = totals.filter(({ label }) => !outside.test(label)).map(({ amount }) => tenThousandths(amount))

    expect(rows.reduce((sum, amount) => sum + amount, 0n)).toBe(tenThousandths(totalAmount))
  })
})
