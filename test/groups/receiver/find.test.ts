import { describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { importDirectory, listed } from '../../support/directory-files.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const find = (taxNumber: string) =>
  app.api(app.world.andes.admin).get('Receiver/Find', `?taxNumber=${taxNumber}`)
const nothing = {
  businessName: null, businessActivity: null, address: null, municipality: null, city: null, email: null, contact: null,
  internalCode: null, exchangeMailbox: null, directoryDate: null
}

describe('answers', () => {
  it('returns nothing for an unknown company, and reports a missing directory', async () => {
    expect((await find('88.888.888-8')).body.result).toEqual({ ...nothing, taxNumber: '88888888-8', isElectronic: null })
  })

  it("returns the data in the directory of the tenant's authority", async () => {
    const { store, clock } = app.world
    await importDirectory(store, [listed('88888888-8', 'dte@austral.example', 'Austral S.A.')], { clock, scope: 'production' })
    expect((await find('88888888-8')).body.result.isElectronic).toBeNull()

    for (const scope of ['simulator', 'certification'] as const) {
      await importDirectory(store, [listed('88888888-8', 'dte@austral.example', 'Austral S.A.')], { clock, scope })
    }
    expect((await find('88888888-8')).body.result).toEqual({
      ...nothing, taxNumber: '88888888-8', isElectronic: true, businessName: 'Austral S.A.',
      exchangeMailbox: 'dte@austral.example', directoryDate: '2026-11-01'
    })
    expect((await find('76192083-9')).body.result).toMatchObject({ isElectronic: false, directoryDate: '2026-11-01' })
  })
})

describe('rejects input (400)', () => {
  it.each(['88888888-1', '88888888', 'x'])('that is no RUT: %s', async (taxNumber) => {
    expect(await find(taxNumber)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})
