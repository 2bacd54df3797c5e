/** What people type and paste, of invented companies and persons. */

/** A RUT, and how it is stored. */
export const pastedRuts: readonly [written: string, rut: string][] = [
  ['76192083-9', '76192083-9'], ['76.192.083-9', '76192083-9'], ['761920839', '76192083-9'], ['0761920839', '76192083-9'],
  ['76.192.0839', '76192083-9'], ['76 192 083-9', '76192083-9'], ['76\u00a0192\u00a0083\u202f-\u20099', '76192083-9'],
  ['\t76192083 - 9\n', '76192083-9'], ['\ufeff76192083\u200b-9', '76192083-9'],
  ...['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\ufe58', '\ufe63', '\uff0d'].map((dash) =>
    [`76.192.083${dash}9`, '76192083-9'] as [string, string]),
  ['60803000-k', '60803000-K'], ['60803000k', '60803000-K'], ['60.803.000\u2212k', '60803000-K'], ['012345678-5', '12345678-5'],
  ['1-9', '1-9']
]

export const noRuts: readonly string[] = [
  '76192083-8', '761920838', '76192083', '76.192.083', '7.619.208', '76192083-', '-9', '0-0', '19', '', '123456789-2', '76192083-99',
  '7619208A-9', '76192083--9', '7\uff16192083-9'
]

/** An address, and how it is stored. */
export const pastedAddresses: readonly [written: string, address: string][] = [
  ['compras@roble.example', 'compras@roble.example'], ['ana@ñandú.example', 'ana@ñandú.example'],
  ['ana@n\u0303andu\u0301.example', 'ana@ñandú.example'], ['josé@roble.example', 'josé@roble.example'],
  [' compras@roble.example\n', 'compras@roble.example'], ['\u00a0compras@roble.example\u2003', 'compras@roble.example'],
  ['\u200bcompras@roble.example', 'compras@roble.example'], ['a.b+c/d=e@roble.example', 'a.b+c/d=e@roble.example']
]

export const noAddresses: readonly string[] = [
  'mailto:compras@roble.example', 'Compras <compras@roble.example>', 'compras@', '@roble.example', 'compras', 'a@b@roble.example',
  'a b@roble.example', 'a@roble.example>', '"a"@roble.example', 'a@[192.0.2.1]', 'a@roble.example;', 'a@.example', 'a@roble..example'
]
