import { expect, it } from 'vitest'
import { isDirectoryHeader, readDirectoryLine } from '../../../src/dte/exchange/directory-file.ts'

it('recognises the heading of the file', () => {
  expect(isDirectoryHeader('RUT;RAZON SOCIAL;NUMERO RESOLUCION;FECHA RESOLUCION;MAIL INTERCAMBIO;URL')).toBe(true)
  expect(isDirectoryHeader('rut; razon social; numero resolucion; fecha resolucion; mail intercambio; url ')).toBe(true)
  expect(isDirectoryHeader('<html>')).toBe(false)
  expect(isDirectoryHeader('RUT;RAZON SOCIAL')).toBe(false)
})

it('reads a company, with either order of the date', () => {
  const company = {
    taxNumber: '76192083-9', name: 'Ñandú SpA', mailbox: 'dte@nandu.example', resolutionNumber: 80, resolutionDate: '2014-08-22'
  }
  expect(readDirectoryLine('76192083-9;Ñandú SpA;80;22-08-2014;DTE@Nandu.example;www.nandu.example')).toEqual(company)
  expect(readDirectoryLine('76.192.083-9; Ñandú SpA ;80;2014-08-22; dte@nandu.example ;')).toEqual(company)
})

it.each([
  ['a semicolon in the name', '76192083-9;Uno; Dos; Tres SpA;80;22-08-2014;a@b.cl;', 'Uno; Dos; Tres SpA', 'a@b.cl'],
  ['one in the address of the site', '76192083-9;Uno SpA;80;22-08-2014;a@b.cl;www.b.cl/?a=1;b=2', 'Uno SpA', 'a@b.cl'],
  ['one in the name, and no date', '76192083-9;Uno; Dos SpA;;;a@b.cl;www.b.cl', 'Uno; Dos SpA', 'a@b.cl'],
  ['control characters in the name', '76192083-9;Uno\u0000\tDos\u0096SpA;80;22-08-2014;a@b.cl;', 'Uno Dos SpA', 'a@b.cl'],
  ['two mailboxes', '76192083-9;Uno;80;22-08-2014;a@b.cl, c@d.cl;', 'Uno', 'a@b.cl'],
  ['no mailbox', '76192083-9;Uno;80;22-08-2014;;', 'Uno', undefined],
  ['a mailbox that is none', '76192083-9;Uno;80;22-08-2014;no tiene;', 'Uno', undefined],
  ['a mailbox that would break a header', '76192083-9;Uno;80;22-08-2014;a@b.cl>x;', 'Uno', undefined]
])('reads %s', (_, line, name, mailbox) => {
  expect(readDirectoryLine(line)).toMatchObject({ taxNumber: '76192083-9', name, mailbox })
})

it('leaves out a resolution that does not exist', () => {
  expect(readDirectoryLine('76192083-9;Uno;s/n;31-02-2014;a@b.cl;')).toMatchObject({
    resolutionNumber: undefined, resolutionDate: undefined
  })
})

it('reports why a line is not a company', () => {
  expect(readDirectoryLine('76192083-1;Uno;80;22-08-2014;a@b.cl;')).toBe('taxNumber')
  expect(readDirectoryLine(';Uno;80;22-08-2014;a@b.cl;')).toBe('taxNumber')
  expect(readDirectoryLine('76192083-9;Uno;80')).toBe('shape')
})
