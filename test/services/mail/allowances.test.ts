import { beforeEach, describe, expect, it } from 'vitest'
import type { MailKind } from '../../../src/model/mails.ts'
import { createAllowances } from '../../../src/services/mail/allowances.ts'
import { createMailDispatcher } from '../../../src/services/mail/mail-dispatcher.ts'
import { post } from '../../../src/services/mail/post.ts'
import { createTaskList } from '../../../src/services/tasks/task-list.ts'
import { newId } from '../../../src/shared/ids.ts'
import { sharedWorld } from '../../support/shared.ts'

const dayMs = 86_400_000
const world = sharedWorld()
beforeEach(() => world.rows('delete from mail_allowances'))

const invite = (recipient: string, { tenantId } = world.andes, { takeInvitation } = world.allowances) =>
  world.store.asTenant(tenantId, (repositories) => takeInvitation(repositories, { tenantId, recipient }))
const permits = (kind: MailKind, recipient: string, { tenantId } = world.andes) =>
  world.allowances.permits({ kind, tenantId, recipient })
const permitted = async (kind: MailKind, recipients: string[]) =>
  (await Promise.all(recipients.map((one) => permits(kind, one)))).filter(Boolean).length
const many = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index))

describe('invitations', () => {
  it('go to at most fifty mailboxes a day per tenant, across concurrent requests and instances', async () => {
    const another = createAllowances({ store: world.store, pepper: world.pepper, clock: world.clock })
    const refused =
      (await Promise.all(
        many(60, (index) => `persona-${index}@andes.example`).map((one, index) =>
          invite(one, world.andes, index % 2 ? another : world.allowances)
        )
      )).filter(Boolean)

    expect(refused).toEqual(Array.from({ length: 10 }, () => ({ whose: 'tenant', most: 50, waitSeconds: 86_400 })))
    expect(await invite('persona@boreal.example', world.boreal)).toBeUndefined()
  })

  it('reach a mailbox at most five times a day from all tenants together, in any spelling', async () => {
    const spellings = ['ana@buzon.example', 'ANA@buzon.example', 'ana+1@buzon.example', 'ana+dos@Buzon.example']
    const invited = Array.from({ length: 3 }, () => spellings).flat()
    const taken = await Promise.all(invited.map((one, index) => invite(one, index % 2 ? world.andes : world.boreal)))

    expect(taken.filter((one) => one === undefined)).toHaveLength(5)
    expect(await invite('benito@buzon.example')).toBeUndefined()
  })

  it('can be sent again a day after the first, and the answer says when', async () => {
    for (let count = 0; count < 5; count += 1) await invite('ana@buzon.example')
    world.pass(3600)
    expect(await invite('ana@buzon.example')).toEqual({ whose: 'receiver', most: 5, waitSeconds: 82_800 })

    world.pass(82_800)
    expect(await invite('ana@buzon.example')).toBeUndefined()
  })

  it('do not count when their transaction is rolled back', async () => {
    await expect(world.store.asTenant(world.andes.tenantId, async (repositories) => {
      await world.allowances.takeInvitation(repositories, {
        tenantId: world.andes.tenantId, recipient: 'ana@buzon.example'
      })
      throw new Error('undone')
    })).rejects.toThrow('undone')

    expect(await world.rows('select 1 from mail_allowances')).toEqual([])
  })

  it('are counted without storing addresses, which cannot be guessed from it, and deleted after a day', async () => {
    await invite('ana@buzon.example')
    const dump = JSON.stringify(
      await world.rows("select encode(name_hash, 'escape') as name, used, began_at from mail_allowances")
    )
    expect(dump).not.toContain('ana')
    expect(dump).not.toContain(world.andes.tenantId)

    world.pass(dayMs / 1000 + 1)
    await world.allowances.forgetOld()
    expect(await world.rows('select 1 from mail_allowances')).toEqual([])
  })
})

describe('other mails', () => {
  it('of a rehearsal with the simulator: documents, five a day per receiver, fifty per tenant', async () => {
    expect(await permitted('documentAccepted', many(8, () => 'compras@austral.example'))).toBe(5)
    expect(await permitted('documentAccepted', many(60, (index) => `compras-${index}@austral.example`))).toBe(45)
  })

  it('of documents for the SII: as many as its folios', async () => {
    await world.rows('update tenants set tax_authority = 1 where tenant_id = $1', [world.andes.tenantId])
    expect(await permitted('documentAccepted', many(60, () => 'compras@austral.example'))).toBe(60)
    await world.rows('update tenants set tax_authority = 2 where tenant_id = $1', [world.andes.tenantId])
  })

  it.each([['passwordReset', 5], ['passwordChanged', 20], ['certificateExpiring', 20]] as const)(
    '%s: a limited number to one mailbox',
    async (kind, most) => {
      expect(await permitted(kind, many(most + 5, () => 'ana@buzon.example'))).toBe(most)
    }
  )

  it("of registrations: nobody can block others', and a mailbox gets a limited number", async () => {
    for (let tens = 0; tens < 21; tens += 1) {
      expect(await permitted('registration', many(10, (index) => `persona-${tens}-${index}@andes.example`))).toBe(10)
    }
    expect(await permitted('registration', many(25, () => 'ana@buzon.example'))).toBe(20)
  })

  it("of password resets: nobody can block those of a tenant's other users", async () => {
    expect(await permitted('passwordReset', many(80, (index) => `usuario-${index}@andes.example`))).toBe(80)
  })
})

describe('the mail dispatcher', () => {
  it('fails mails above a limit with the reason, and counts a rescheduled mail once', async () => {
    const [sent, fates]: [string[], string[]] = [[], []]
    const taskList = createTaskList({ store: world.store, leaseSeconds: 30 })
    let busy = true
    const dispatcher = createMailDispatcher({
      store: world.store,
      clock: world.clock,
      allowances: world.allowances,
      leaseSeconds: 30,
      mailer: {
        available: true, reachesPeople: true, close: () => {},
        send: async ({ to }) => busy ? { kind: 'notSent', cause: '450' } : (sent.push(to), { kind: 'sent' })
      },
      contentOf: async () => ({ letter: { subject: 's', paragraphs: [], footer: 'f' }, attachments: [] }),
      onTrouble: () => {},
      onMail: (kind, fate) => {
        fates.push(`${kind} ${fate}`)
      }
    })
    const handleAll = async () => {
      await world.rows("update outbox_tasks set due_at = now() - interval '1 hour' where topic = 'sendMail'")
      for (const task of await taskList.lease(['sendMail'], 20)) await dispatcher.send(task)
    }
    const at = world.clock()
    const mails = many(7, () => newId()).map((id) => ({
      id, kind: 'documentAccepted' as const, about: newId(), recipient: 'compras@austral.example', language: 'es' as const,
      facts: {}, createdAt: at, endsAt: new Date(at.getTime() + dayMs)
    }))
    await world.store.asTenant(world.andes.tenantId, (repositories) => post(repositories, mails))

    await handleAll()
    await handleAll()
    busy = false
    await handleAll()

    expect(sent).toHaveLength(5)
    expect(fates.sort()).toEqual([
      ...many(10, () => 'documentAccepted deferred'), ...many(2, () => 'documentAccepted refused'),
      ...many(5, () => 'documentAccepted sent')
    ])
    expect(await world.rows('select failure from mails where failure is not null')).toEqual([{
      failure: 'RATE_LIMITED'
    }, { failure: 'RATE_LIMITED' }])
    expect(
      await world.rows(
        "select details from audit_entries where action = 'invoice.mailReceiver' and details ? 'refused'"
      )
    ).toHaveLength(2)
  })
})
