import { createSimulatorClient } from '../../src/adapters/sii/simulator-client.ts'
import type { compose } from '../../src/program/compose/compose.ts'
import type { Config } from '../../src/program/config/config.ts'
import type { TenantKeys } from '../../src/services/actor.ts'
import { createSealing } from '../../src/services/secrets/sealing.ts'
import { createFolios } from '../../src/services/tenants/folios.ts'
import { defined } from './expecting.ts'

/**
 * Gives tenants of a program folios as Upload and Activate do, without the wire: most tests only need to have them, and
 * six blocks over HTTP took longer than most tests.
 */
export function createFolioSource (
  { store, app, worker }: ReturnType<typeof compose>, { MASTER_KEY: masterKeys }: Config, simulatorUrl: string
) {
  const folios = createFolios({
    store, sealing: createSealing({ masterKeys }), clock: () => new Date(Date.now()),
    trustedCafKeys: createSimulatorClient(simulatorUrl).cafKeys, onWork: worker.wake
  })
  return async (keys: TenantKeys, files: Buffer[]): Promise<void> => {
    const actor = defined(await app.services.tenantKeyring.actorOf(keys))
    for (const file of files) {
      const { id } = await folios.upload(actor, file)
      await folios.activate(actor, id)
    }
  }
}
