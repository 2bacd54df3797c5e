import { expect, it } from 'vitest'
import { emailsIn, isEmail, plainEmail } from '../../../src/dte/values/email.ts'
import { noAddresses, pastedAddresses } from '../../support/pasted.ts'

it.each(pastedAddresses)('%j is the address %s', (written, address) => {
  expect(plainEmail(written)).toBe(address)
  expect(isEmail(address)).toBe(true)
})

it.each(noAddresses)('%j is no address', (written) => {
  expect(isEmail(plainEmail(written))).toBe(false)
})

it('several addresses are separated by ;, a comma or any white space', () => {
  expect(emailsIn(' a@x.example; b@x.example,c@x.example\u00a0d@x.example ')).toEqual(
    ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'])
})
