import type { Group } from '../http/operation.ts'
import { authGroup } from './auth/index.ts'
import { commonGroup } from './common/index.ts'
import { folioGroup } from './folio/index.ts'
import { tenantGroup } from './tenant/index.ts'
import { webhookGroup } from './webhook/index.ts'

type Needs<G extends (services: never) => Group> = Parameters<G>[0]

export type CatalogueDependencies =
  Needs<typeof authGroup> & Needs<typeof folioGroup> & Needs<typeof tenantGroup> & Needs<typeof webhookGroup>

/** The groups in the order of the published catalogue, each with what it needs. */
export function catalogue (services: CatalogueDependencies): readonly Group[] {
  return [
    authGroup(services),
    commonGroup(),
    folioGroup(services),
    tenantGroup(services),
    webhookGroup(services)
  ]
}
