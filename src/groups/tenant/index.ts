import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ok } from '../../http/envelope.ts'
import { idToDelete } from '../../http/ids.ts'
import type { Language } from '../../http/language.ts'
import { keyHeaders, keysInHeaders } from '../../http/header-keys.ts'
import { defineGroup } from '../../http/operation.ts'
import { guessingKeys } from '../../http/plugins/rate-limit.ts'
import type { AddressRules, TenantKeys } from '../../services/actor.ts'
import type { Certificates } from '../../services/tenants/certificates.ts'
import type { Rehearsals } from '../../services/tenants/rehearsals.ts'
import type { KeyRotation } from '../../services/access/key-rotation.ts'
import { validateKeys } from '../../services/access/key-validation.ts'
import type { TenantKeyService } from '../../services/access/tenant-keys.ts'
import type { Tenants, TenantView } from '../../services/tenants/tenants.ts'
import type { TenantUpdate } from '../../services/tenants/tenant-changes.ts'
import { ServiceError } from '../../shared/errors.ts'
import * as schemas from './schemas.ts'

export interface TenantGroupDependencies {
  tenants: Tenants
  certificates: Certificates
  rehearsals: Rehearsals
  tenantKeys: TenantKeyService
  keyRotation: KeyRotation
  addressRules: AddressRules
}

/** The tenant's settings, its certificate and its keys. */
export function tenantGroup (
  { tenants, certificates, rehearsals, tenantKeys, keyRotation, addressRules }: TenantGroupDependencies
) {
  async function validate (keys: TenantKeys | undefined, { ip, countNoGuess }: FastifyRequest) {
    if (!keys) throw new ServiceError('TENANT_KEYS_INVALID')
    await validateKeys(keys, ip, { tenantKeys, addressRules })
    countNoGuess()
    return ok(true)
  }

  return defineGroup('Tenant', (operation) => {
    operation({
      method: 'GET',
      path: '/GetTenant',
      rule: { permission: 'Tenant.Read' },
      summary: 'Get the tenant settings and readiness',
      answer: schemas.tenant,
      handler: async ({ actor, language }) => ok(inLanguage(await tenants.getTenant(actor), language))
    })

    operation({
      method: 'PUT',
      path: '/Update',
      rule: { permission: 'Tenant.Manage' },
      secondFactor: ({ requireSecondFactor }) => requireSecondFactor === false,
      summary: 'Update the tenant settings',
      description:
        'Omitted members, and those that are null, keep their values. The result of GetTenant can be changed and sent back as a whole.',
      body: schemas.updateBody,
      answer: schemas.tenant,
      handler: async ({ actor, body, language }) =>
        ok(inLanguage(await tenants.update(actor, updateOf(body)), language))
    })

    operation({
      method: 'GET',
      path: '/Certificate',
      rule: { permission: 'Tenant.Read' },
      summary: 'Get the current signing certificate',
      alsoFails: [404],
      answer: schemas.certificate,
      handler: async ({ actor }) => ok(await certificates.current(actor))
    })

    operation({
      method: 'POST',
      path: '/Certificate',
      operationId: 'tenantUploadCertificate',
      rule: { permission: 'Tenant.Manage' },
      secondFactor: true,
      summary: 'Upload a signing certificate (.p12 or .pfx)',
      description: 'Replaces the current certificate. Timbre stores the private key encrypted, and neither the file nor its password.',
      ...schemas.certificateForm,
      answer: schemas.certificate,
      handler: async ({ actor, body }) =>
        ok(await certificates.upload(actor, { file: body.File, password: body.Password }))
    })

    operation({
      method: 'POST',
      path: '/CheckCertificate',
      rule: { permission: 'Tenant.Manage' },
      summary: 'Read a certificate file without storing it',
      description: 'Says whose certificate the file contains and until when it is valid, and refuses what Certificate would refuse. Nothing changes.',
      ...schemas.certificateForm,
      answer: schemas.certificateFacts,
      idempotency: 'none',
      handler: async ({ actor, body }) =>
        ok(await certificates.check(actor, { file: body.File, password: body.Password }))
    })

    operation({
      method: 'POST',
      path: '/RehearsalCertificate',
      rule: { permission: 'Tenant.Manage' },
      secondFactor: true,
      summary: 'Get a signing certificate from the simulator',
      description:
        'Only while the simulator is the tax authority of the tenant (409 SIMULATOR_ONLY otherwise). The simulator makes a certificate in your name that may send for your company. It replaces the current certificate.',
      answer: schemas.certificate,
      handler: async ({ actor }) => ok(await rehearsals.certificate(actor))
    })

    for (const method of ['POST', 'GET'] as const) {
      operation({
        method,
        path: '/TenantCacheRefresh',
        operationId: method === 'POST' ? 'tenantCacheRefresh' : 'tenantCacheRefreshByGet',
        rule: { permission: 'Tenant.Manage' },
        summary: 'Clear the tenant cache on all instances',
        description: 'Changes reach every instance within 5 seconds anyway; use this if you cannot wait.',
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
      summary: 'List active key pairs',
      answer: schemas.keys,
      handler: async ({ actor }) => ok(await keyRotation.list(actor))
    })

    operation({
      method: 'POST',
      path: '/CreateKey',
      rule: { permission: 'Tenant.Manage' },
      secondFactor: true,
      summary: 'Create a second key pair',
      description:
        'To rotate keys: create a new pair, deploy it to all your systems, wait until `lastUsedAt` of the old pair no longer changes, then revoke it. At most two pairs can be active. The secret key is shown only in this answer.',
      answer: schemas.createdKey,
      idempotency: 'none',
      handler: async ({ actor }) => ok(await keyRotation.create(actor))
    })

    operation({
      method: 'DELETE',
      path: '/RevokeKey',
      rule: { permission: 'Tenant.Manage' },
      secondFactor: true,
      summary: 'Revoke a key pair',
      description: 'Takes effect on all instances within 5 seconds. The last active pair cannot be revoked.',
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
      operationId: 'tenantValidateKeysInHeaders',
      rule: { access: 'public' },
      summary: 'Validate tenant keys sent as headers',
      requestHeaders: Object.fromEntries(Object.values(keyHeaders).map(({ name, description }) => [name, description])),
      answer: schemas.envelopedBoolean,
      rateLimit: guessingKeys,
      handler: async ({ headers, request }) => validate(keysInHeaders(headers), request)
    })

    operation({
      method: 'POST',
      path: '/GetAccessKeyAndSecretKeyValidation',
      operationId: 'tenantValidateKeys',
      rule: { access: 'public' },
      summary: 'Validate tenant keys',
      body: schemas.tenantKeysBody,
      answer: schemas.envelopedBoolean,
      rateLimit: guessingKeys,
      idempotency: 'none',
      handler: async ({ body, request }) => validate(body, request)
    })
  })
}

const clearable = ['address', 'municipality', 'city', 'branchName', 'branchCode', 'phone', 'email', 'siiOffice'] as const

/** The settings, and whose they are: empty texts clear. */
function updateOf (update: z.output<typeof schemas.updateBody>): TenantUpdate {
  const cleared = clearable.filter((member) => update[member] === '')
  return { ...update, ...Object.fromEntries(cleared.map((member) => [member, null])) }
}

function inLanguage (tenant: TenantView, language: Language) {
  const missing = tenant.readiness.missing.map(({ message, ...lack }) => ({ ...lack, message: message[language] }))
  return { ...tenant, readiness: { ...tenant.readiness, missing } }
}
