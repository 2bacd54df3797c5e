import { expect, it } from 'vitest'
import { choicesOf } from '../../../src/model/mail-choices.ts'
import { mailWhoWants } from '../../../src/services/warnings.ts'
import { success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

it('administrators receive warnings by default, others those that they choose', () => {
  const [administrator, other] = [{ isAdministrator: true }, { isAdministrator: false }]

  expect(choicesOf(null, administrator)).toEqual({
    foliosLow: true, certificateExpiring: true, mailboxOff: true, rejected: true, claimed: true, deadlines: true,
    weekly: false
  })
  expect(choicesOf(null, other)).toEqual({
    foliosLow: false, certificateExpiring: false, mailboxOff: false, rejected: false, claimed: false, deadlines: false,
    weekly: false
  })
  expect(choicesOf({ foliosLow: false }, administrator)).toMatchObject({ foliosLow: false, mailboxOff: true })
  expect(choicesOf({ foliosLow: true }, other)).toMatchObject({ foliosLow: true, mailboxOff: false })
})

it('every user chooses their own mails, without any claim, and receives them', async () => {
  const { admin, clerk, tenantId } = app.world.andes
  const call = (method: 'GET' | 'PUT', as: typeof admin, payload?: object) =>
    app.call({ method, url: '/api/User/MailChoices', as, ...payload ? { payload } : {} })

  expect(await call('PUT', admin, { mailboxOff: false })).toMatchObject(success({
    foliosLow: true, certificateExpiring: true, mailboxOff: false
  }))
  expect(await call('PUT', clerk, { mailboxOff: true })).toMatchObject(success({
    foliosLow: false, certificateExpiring: false, mailboxOff: true
  }))
  expect(await call('GET', admin)).toMatchObject(success({ mailboxOff: false }))

  const at = new Date()
  await app.world.store.asTenant(tenantId, (repositories) => mailWhoWants(
    repositories, 'mailboxOff', { kind: 'mailboxOff', facts: { businessName: 'Andes SpA', reason: 'OPERATOR' } },
    { about: 'x', at, endsAt: new Date(at.getTime() + 60_000) }
  ))
  expect(await app.world.rows("select recipient from mails where kind = 'mailboxOff'")).toEqual([
    { recipient: 'clerk@andes.example' }
  ])
  expect(await app.world.rows("select 1 from audit_entries where action = 'user.chooseMails'")).toHaveLength(2)
})
