import { describe, expect, it } from 'vitest'
import { success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const list = (as = app.world.andes.admin, url = '/api/Role/List') => app.call({ method: 'GET', url, as })

describe('answers', () => {
  it('lists the roles with their claims and number of users only', async () => {
    const answer = await list()

    expect(answer).toMatchObject(success(expect.arrayContaining([
      expect.objectContaining({
        name: 'Administrator', system: true, userCount: 1, createdAt: '2026-11-20T15:00:00.000Z'
      }),
      expect.objectContaining({
        name: 'clerk@andes.example', system: false, userCount: 1,
        claims: [{ type: 'permission', value: 'Folio.Read' }, { type: 'permission', value: 'Tenant.Read' }]
      })
    ])))
    expect(answer.body.result.map(({ name }: { name: string }) => name)).toEqual([
      'Administrator', 'Operator', 'Viewer', 'clerk@andes.example', 'guest@andes.example'
    ])
    for (const role of answer.body.result) {
      expect(Object.keys(role)).toEqual(['id', 'name', 'system', 'claims', 'userCount', 'createdAt'])
    }
  })

  it('answers the same under its older name, byte for byte', async () => {
    expect((await list(undefined, '/api/Role/GetRoles')).body).toEqual((await list()).body)
  })
})

describe('hides other tenants (404)', () => {
  it('lists none of theirs', async () => {
    const [ours, theirs] = [await list(), await list(app.world.boreal.admin)].map(({ body }) =>
      body.result.map(({ id }: { id: string }) => id)
    )

    expect(theirs.filter((id: string) => ours.includes(id))).toEqual([])
  })
})
