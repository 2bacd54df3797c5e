import { describe, expect, it } from 'vitest'
import { foreignAmountInWords, pesosInWords } from '../../../src/dte/values/amount-in-words.ts'
import type { Decimal } from '../../../src/dte/values/amounts.ts'

describe('pesosInWords', () => {
  it.each([
    ['0', 'cero pesos'],
    ['1', 'un peso'],
    ['-1', 'menos un peso'],
    ['-250401', 'menos doscientos cincuenta mil cuatrocientos un pesos'],
    ['2', 'dos pesos'],
    ['16', 'dieciséis pesos'],
    ['21', 'veintiún pesos'],
    ['31', 'treinta y un pesos'],
    ['100', 'cien pesos'],
    ['101', 'ciento un pesos'],
    ['555', 'quinientos cincuenta y cinco pesos'],
    ['1000', 'mil pesos'],
    ['1001', 'mil un pesos'],
    ['21021', 'veintiún mil veintiún pesos'],
    ['100000', 'cien mil pesos'],
    ['714280', 'setecientos catorce mil doscientos ochenta pesos'],
    ['1000000', 'un millón de pesos'],
    ['1000001', 'un millón un pesos'],
    ['3500000', 'tres millones quinientos mil pesos'],
    ['21000000', 'veintiún millones de pesos'],
    ['1000000000', 'mil millones de pesos'],
    [
      '2147483647',
      'dos mil ciento cuarenta y siete millones cuatrocientos ochenta y tres mil seiscientos cuarenta y siete pesos'
    ],
    ['1000000000000', 'un billón de pesos'],
    ['1000001000000', 'un billón un millón de pesos'],
    [
      '999999999999999',
      'novecientos noventa y nueve billones novecientos noventa y nueve mil novecientos noventa y nueve millones novecientos noventa y nueve mil novecientos noventa y nueve pesos'
    ]
  ])('%s is "%s"', (amount, words) => {
    expect(pesosInWords(amount as Decimal)).toBe(words)
  })
})

describe('foreignAmountInWords', () => {
  it.each([
    ['0', 'cero, en euros'],
    ['1', 'uno, en euros'],
    ['21.5', 'veintiuno con 50/100, en euros'],
    ['1031.05', 'mil treinta y uno con 05/100, en euros'],
    ['13990.0417', 'trece mil novecientos noventa con 0417/10000, en euros']
  ])('%s is "%s"', (amount, words) => {
    expect(foreignAmountInWords(amount as Decimal, 'euros')).toBe(words)
  })
})
