/** The check digit of a RUT's number, by modulus 11: 0 to 9 or K. */
export function checkDigitOf (body: number): string {
  const sum = [...String(body)].reverse().reduce((total, digit, index) => total + Number(digit) * (2 + index % 6), 0)
  return ['0', 'K', '9', '8', '7', '6', '5', '4', '3', '2', '1'][sum % 11]!
}

/** `76.543.210-k` or `76543210K` as the API takes it: `76543210-K`. Undefined where that is no RUT. */
export function normalRut (typed: string): string | undefined {
  const [, body, digit] = /^(\d{1,8})-?([\dkK])$/.exec(typed.replace(/[.\s]/g, '')) ?? []
  if (!body || !digit) return undefined
  const number = Number(body)
  return checkDigitOf(number) === digit.toUpperCase() ? `${number}-${digit.toUpperCase()}` : undefined
}
