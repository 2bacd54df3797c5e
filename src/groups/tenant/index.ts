import { checkAddress } from '../../http/plugins/authorization.ts'
import { ok } from '../../http/envelope.ts'
import { idToDelete } from '../../http/ids.ts'
import type { Language } from '../../http/language.ts'
import { type Call, defineGroup } from '../../http/operation.ts'
import { guessing } from '../../http/plugins/rate-limit.ts'
import type { AddressRules, TenantKeys } from '../../services/actor.ts'
import type { Certificates } from '../../services/tenants/certificates.ts'
import type { KeyRotation } from '../../services/access/key-rotation.ts'
import type { TenantKeyService } from '../../services/access/tenant-keys.ts'
import type { Tenants, TenantView } from '../../services/tenants/tenants.ts'
import { ServiceError } from '../../shared/errors.ts'
import * as schemas from './schemas.ts'

export interface TenantGroupDeps {
  tenants: Tenants
  certificates: Certificates
  tenantKeys: TenantKeyService
  keyRotation: KeyRotation
  addressRules: AddressRules
}

/** The tenant's settings, its certificate and its keys. */
export function tenantGroup ({ tenants, certificates, tenantKeys, keyRotation, addressRules }: TenantGroupDeps) {
  async function validate (keys: TenantKeys, address: string) {
    const actor = await tenantKeys.actorOf(keys, address)
    if (!actor) throw new ServiceError('TENANT_KEYS_INVALID')
    await checkAddress(addressRules, actor, address)
    return ok(true)
  }

  return defineGroup('Tenant', (operation) => {
    operation({
      method: 'GET',
      path: '/GetTenant',
      rule: { permission: 'Tenant.Read' },
      summary: 'See the tenant\'s settings and what is left to do before documents can be sent',
      answer: schemas.tenant,
      handler: async ({ actor, language }) => ok(inLanguage(await tenants.getTenant(actor), language))
    })

    operation({
      method: 'PUT',
      path: '/Update',
      rule: { permission: 'Tenant.Manage' },
      summary: 'Change the tenant\'s settings',
      description: 'Members that are left out stay as they are.',
      body: schemas.updateBody,
      answer: schemas.tenant,
      handler: async ({ actor, body, language }) => ok(inLanguage(await tenants.update(actor, body), language))
    })

    operation({
      method: 'GET',
      path: '/Certificate',
      rule: { permission: 'Tenant.Read' },
      summary: 'See whose certificate signs, and until when',
      alsoFails: [404],
      answer: schemas.certificate,
      handler: async ({ actor }) => ok(await certificates.current(actor))
    })

    operation({
      method: 'POST',
      path: '/Certificate',
      rule: { permission: 'Tenant.Manage' },
      summary: 'Upload the certificate to sign with (.p12 or .pfx)',
      description: 'It takes the place of the one before. The file and its password are not kept; its key is, sealed.',
      ...schemas.certificateForm,
      answer: schemas.certificate,
      handler: async ({ actor, body }) =>
        ok(await certificates.upload(actor, { file: body.File, password: body.Password }))
    })

    for (const method of ['POST', 'GET'] as const) {
      operation({
        method,
        path: '/TenantCacheRefresh',
        rule: { permission: 'Tenant.Manage' },
        summary: 'Have every instance drop what it remembers of the tenant',
        description: 'Changes hold everywhere within 5 seconds by themselves; this is for whoever will not wait.',
        answer: schemas.envelopedBoolean,
        idempotency: 'none',
        handler: async ({ actor }) => {
          await tenants.refresh(actor)
          return ok(true)
        }
      })
    }

    operation({
      method: 'GET',
      path: '/Keys',
      rule: { permission: 'Tenant.Read' },
      summary: 'List the live pairs of keys',
      answer: schemas.keys,
      handler: async ({ actor }) => ok(await keyRotation.list(actor))
    })

    operation({
      method: 'POST',
      path: '/CreateKey',
      rule: { permission: 'Tenant.Manage' },
      summary: 'Create a second pair of keys',
      description:
        'To rotate: create a pair, give it to every machine, look at `lastUsedAt` of the old one, revoke it. Two are live at most. The secret key is in this answer only.',
      answer: schemas.createdKey,
      idempotency: 'none',
      handler: async ({ actor }) => ok(await keyRotation.create(actor))
    })

    operation({
      method: 'DELETE',
      path: '/RevokeKey',
      rule: { permission: 'Tenant.Manage' },
      summary: 'Revoke a pair of keys',
      description: 'It stops within 5 seconds on every instance. The last live pair cannot be revoked.',
      ...schemas.deletion,
      answer: schemas.envelopedBoolean,
      handler: async (call) => {
        await keyRotation.revoke(call.actor, idToDelete(call))
        return ok(true)
      }
    })

    operation({
      method: 'GET',
      path: '/GetAccessKeyAndSecretKeyValidation',
      rule: { access: 'public' },
      summary: 'Check a tenant\'s keys, sent as headers',
      requestHeaders: {
        'X-Tenant-Code': 'The tenant\'s code.',
        'X-Access-Key': 'The access key.',
        'X-Secret-Key': 'The secret key.'
      },
      answer: schemas.envelopedBoolean,
      rateLimit: guessing,
      handler: async ({ headers, address }) => validate(keysInHeaders(headers), address)
    })

    operation({
      method: 'POST',
      path: '/GetAccessKeyAndSecretKeyValidation',
      rule: { access: 'public' },
      summary: 'Check a tenant\'s keys',
      body: schemas.tenantKeysBody,
      answer: schemas.envelopedBoolean,
      rateLimit: guessing,
      idempotency: 'none',
      handler: async ({ body, address }) => validate(body, address)
    })
  })
}

function inLanguage (tenant: TenantView, language: Language) {
  const missing = tenant.readiness.missing.map(({ message, ...lack }) => ({ ...lack, message: message[language] }))
  return { ...tenant, readiness: { ...tenant.readiness, missing } }
}

function keysInHeaders (headers: Call<{ access: 'public' }, unknown, unknown>['headers']): TenantKeys {
  const [tenantCode, accessKey, secretKey] = ['x-tenant-code', 'x-access-key', 'x-secret-key'].map((name) =>
    headers[name]
  )
  if (!isOne(tenantCode) || !isOne(accessKey) || !isOne(secretKey)) throw new ServiceError('TENANT_KEYS_INVALID')
  return { tenantCode, accessKey, secretKey }
}

function isOne (value: string | string[] | undefined): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= 200
}
