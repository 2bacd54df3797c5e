import { describe, expect, it } from 'vitest'
import { failure } from '../support/app.ts'
import { sharedApp } from '../support/shared.ts'
import { password } from '../support/world.ts'

const app = sharedApp()

const post = (url: string, payload: object, as = app.world.andes.admin) =>
  app.call({ method: 'POST', url: `/api/${url}`, as, payload })
const user = (members: object) =>
  post('User/Create', { email: `${Math.random()}@andes.example`, password, fullName: 'Benito Rojas', ...members })
const register = (members: object) => app.api().post('Auth/Register', {
  email: 'nueva@nueva.example', password, fullName: 'Eva Soto', companyTitle: 'Nueva SpA', taxNumber: '77777777-7',
  ...members
})

const named: [string, string, (name: string) => Promise<{ status: number, body: { errors: string[] } }>][] = [
  ['a role', 'name', (name) => post('Role/Create', { name })],
  ['a user, by the full name', 'fullName', (fullName) => user({ fullName })],
  ['a user, by the user name', 'userName', (userName) => user({ userName })],
  ['a user, by the company', 'companyTitle', (companyTitle) => user({ companyTitle })],
  ['a template', 'name', (name) => post('PdfTemplate/Create', { name, kind: 'settings' })],
  [
    'an entry of the allow list', 'description',
    (description) => post('IpAddressWhiteList/Create', { ipAddress: '198.51.100.7', description })
  ],
  ['an administrator who registers', 'fullName', (fullName) => register({ fullName })],
  ['an administrator who registers, by the user name', 'userName', (userName) => register({ userName })],
  ['a company that registers', 'companyTitle', (companyTitle) => register({ companyTitle })]
]
const some = (...places: number[]) => named.filter((_, place) => places.includes(place))

describe.each(named)('the name of %s', (_, path, create) => {
  it.each([['a zero-width blank', 'Ven\u200btas'], ['a change of direction', '\u202esatneV'], [
    'a soft hyphen', 'Ven\u00adtas'
  ], ['a second line', 'Ventas\u2028Sur']])('is refused with %s', async (_what, name) => {
    const answer = await create(name)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors[0]).toMatch(new RegExp(`^${path}: must be a single line without`))
  })
})

it.each(some(0, 1, 2, 4))(
  'the name of %s cannot mix alphabets that look alike',
  async (_, path, create) => {
    const answer = await create('Аdministrator')

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors).toEqual([`${path}: must not mix Latin letters with Cyrillic or Greek ones`])
  }
)

it.each(some(1, 6))(
  'the name of %s cannot contain an address, since mails use it as greeting',
  async (_, path, create) => {
    for (const name of ['Gane en evil.example', 'https://evil.example', 'Llame al +56 9 8765 4321']) {
      expect((await create(name)).body.errors).toEqual([
        expect.stringMatching(new RegExp(`^${path}: must not contain an address`))
      ])
    }
  }
)

it('a short form of a name has the limit of the long form', async () => {
  expect(await post('Role/Create', { name: '\ufdfa'.repeat(20) })).toMatchObject(failure(400, 'VALIDATION_FAILED'))
})

describe('a name in use', () => {
  const twins = ['VENTAS SUR', 'ventas\u00a0 sur', 'Ｖｅｎｔａｓ Sur']

  it('is refused for a role in every spelling that looks the same', async () => {
    expect((await post('Role/Create', { name: 'Ventas Sur' })).status).toBe(200)
    for (const name of twins) expect(await post('Role/Create', { name })).toMatchObject(failure(409, 'ROLE_NAME_TAKEN'))
    expect(await post('Role/Create', { name: 'Ａｄｍｉｎｉｓｔｒａｔｏｒ' })).toMatchObject(
      failure(409, 'ROLE_NAME_TAKEN')
    )
    expect((await post('Role/Create', { name: 'Ventas Sur' }, app.world.boreal.admin)).status).toBe(200)
  })

  it('is refused for a user until its user is deleted', async () => {
    const { body } = await user({ userName: 'Ventas Sur' })
    for (const userName of twins) expect(await user({ userName })).toMatchObject(failure(409, 'USER_NAME_TAKEN'))
    await app.api(app.world.andes.admin).delete('User/Delete', `?id=${body.result.id}`)
    expect((await user({ userName: 'ventas sur' })).status).toBe(200)
  })
})
