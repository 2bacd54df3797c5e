/** Modulo 11 with weights 2 to 7 from the right; 11 is written 0 and 10 is written K. */
function checkDigit (digits: string): string {
  const sum = Array.from(digits, Number).reverse().reduce((total, digit, index) => total + digit * (2 + index % 6), 0)
  const rest = 11 - sum % 11
  if (rest === 11) return '0'
  return rest === 10 ? 'K' : String(rest)
}

/** Whether the text is a RUT as the SII writes it: no dots, no leading zeros, capital K, right check digit. */
export function isRut (text: string): boolean {
  const parts = /^([1-9][0-9]{0,7})-([0-9K])$/.exec(text)
  return parts?.[1] !== undefined && checkDigit(parts[1]) === parts[2]
}

/** Joins the number and the check digit that the SII's forms carry apart. */
export function joinRut (number: string, digit: string): string {
  return `${number.trim().replace(/^0+(?=\d)/, '')}-${digit.trim().toUpperCase()}`
}
