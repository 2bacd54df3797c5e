import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import type { PlatformRepositories, Store } from '../../repositories/store.ts'
import { ServiceError, type Sentence } from '../../shared/errors.ts'
import type { Actor, UserType } from '../../services/actor.ts'
import { claimMissing, permissionClaimType, type Permission } from '../../services/access/permissions.ts'
import type { PdfTemplates } from '../../services/printing/pdf-templates.ts'
import type { Readiness } from '../../services/tenants/readiness.ts'
import type { Tenants } from '../../services/tenants/tenants.ts'
import type { TenantUpdate } from '../../services/tenants/tenant-changes.ts'

export interface GoLiveDependencies {
  store: Store
  tenants: Pick<Tenants, 'getTenant' | 'update'>
  templates: Pick<PdfTemplates, 'list' | 'get' | 'create'>
  allowList: {
    permitting: (
      repositories: PlatformRepositories, tenantIds: readonly string[], address: string
    ) => Promise<ReadonlySet<string>>
  }
}

/** What a person does on the SII's pages of production. */
export interface ProductionStep { page: { name: string, address: string }, text: Sentence }

export interface ProductionSetup {
  tenantCode: string
  /** What was taken over: settings that were empty, and templates by their names. */
  copied: { settings: string[], templates: string[] }
  /** What the production tenant still lacks. */
  readiness: Readiness
  steps: ProductionStep[]
}

/** Settings that say who the issuer is: they are the same in production. */
const issuerMembers = [
  'businessActivity', 'activityCodes', 'address', 'municipality', 'city', 'branchName', 'branchCode', 'phone', 'email', 'siiOffice'
] as const satisfies readonly (keyof TenantUpdate & keyof TenantRow)[]

const needed: readonly Permission[] = ['Tenant.Manage', 'PdfTemplate.Manage']

/**
 * Prepares the tenant in production with what was proven in certification. Certificates, folios and keys are never
 * taken over: those of one environment are worth nothing in the other.
 */
export function createGoLive ({ store, tenants, templates, allowList }: GoLiveDependencies) {
  /** The caller in the other tenant: the same person, with the rights that they have there. */
  async function callerIn (actor: Actor, tenantCode: string): Promise<Actor> {
    const { user, userId, tenantId } = await store.asPlatform(async (platform) => {
      const person = await platform.memberships.personOf(actor)
      const members = person === undefined ? [] : await platform.memberships.list(person)
      const member = members.find((one) => one.acceptedAt !== null && one.tenantCode === tenantCode.toLowerCase())
      const permitting = member && await allowList.permitting(platform, [member.tenantId], actor.address ?? '')
      if (!member || !permitting?.has(member.tenantId)) throw new ServiceError('GO_LIVE_TENANT_UNKNOWN')
      const { users } = platform.tenant(member.tenantId)
      return { user: await users.findWithClaims(member.userId), ...member }
    })
    if (!user) throw new ServiceError('GO_LIVE_TENANT_UNKNOWN')
    const claims = user.claims.filter(({ type }) => type === permissionClaimType).map(({ value }) => value)
    const permissions = new Set(claims)
    const missing = needed.find((permission) => !permissions.has(permission))
    if (missing) throw claimMissing(missing)
    const { userName, email, userType } = user
    return { ...actor, tenantId, userId, userName, email, userType: userType as UserType, permissions }
  }

  async function copySettings (from: TenantRow, there: Actor, to: TenantRow): Promise<string[]> {
    const members = issuerMembers.filter((member) => isEmpty(to[member]) && !isEmpty(from[member]))
    if (members.length > 0) {
      await tenants.update(there, Object.fromEntries(members.map((member) => [member, from[member]])))
    }
    return members
  }

  async function copyTemplates (here: Actor, there: Actor): Promise<string[]> {
    const present = await templates.list(there)
    const missing = (await templates.list(here)).filter(({ name }) => !present.some((one) => one.name === name))
    for (const { id } of missing) {
      const { name, kind, format, documentTypes, source, ...template } = await templates.get(here, id)
      const { logo, footer, ...plain } = template.settings
      const settings = { ...plain, ...logo !== null && { logo }, ...footer !== null && { footer } }
      // A default that the tenant in production already chose is kept.
      const isDefault = template.isDefault && !present.some((one) => one.isDefault && one.format === format)
      await templates.create(there, { name, kind, format, isDefault, documentTypes, source, settings })
    }
    return missing.map(({ name }) => name)
  }

  return {
    /**
     * Copies what the production tenant lacks of the issuer's data, and the templates that it does not have, and says
     * what is left to do. Calling it again does no harm. Throws ServiceError CERTIFICATION_ONLY, GO_LIVE_TENANT_UNKNOWN
     * for a tenant of which the caller is no user, GO_LIVE_TENANT_MISMATCH, CLAIM_MISSING, and the errors of
     * PdfTemplate/Create.
     */
    async prepare (actor: Actor, tenantCode: string): Promise<ProductionSetup> {
      const from = await store.asTenant(actor.tenantId, ({ tenant }) => tenant.get())
      if (from.environment !== 'certification') throw new ServiceError('CERTIFICATION_ONLY')
      const there = await callerIn(actor, tenantCode)
      const to = await store.asTenant(there.tenantId, ({ tenant }) => tenant.get())
      if (to.environment !== 'production' || to.taxNumber !== from.taxNumber) {
        throw new ServiceError('GO_LIVE_TENANT_MISMATCH')
      }
      const copied = { settings: await copySettings(from, there, to), templates: await copyTemplates(actor, there) }
      const { readiness } = await tenants.getTenant(there)
      return { tenantCode: to.code, copied, readiness, steps: productionSteps }
    }
  }
}

export type GoLive = ReturnType<typeof createGoLive>

function isEmpty (value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

const palena = 'https://palena.sii.cl/cvc_cgi/dte'

/** The SII's menu of production, as it names its pages. */
const productionSteps: ProductionStep[] = [
  {
    page: { name: 'Mantención de usuarios autorizados', address: `${palena}/eu_enrola_usuarios` },
    text: {
      en: 'Give the holder of the certificate the rights to request folios, sign and send. The list of production is not that of certification.',
      es: 'Autorice al titular del certificado para solicitar folios, firmar y enviar. La lista de producción es distinta de la de certificación.'
    }
  },
  {
    page: { name: 'Actualización de datos de la empresa', address: `${palena}/ad_empresa1` },
    text: {
      en: 'Read number and date of the resolution there and enter them as productionResolution with Tenant/Update. Check the two mailboxes.',
      es: 'Lea ahí el número y la fecha de la resolución e indíquelos como productionResolution con Tenant/Update. Revise los dos correos.'
    }
  },
  {
    page: { name: 'Solicitud de timbraje electrónico', address: `${palena}/of_solicita_folios` },
    text: {
      en: 'Request folios of each type and upload the files with Folio/Upload. Those of certification are void here.',
      es: 'Solicite folios de cada tipo y suba los archivos con Folio/Upload. Los de certificación no valen aquí.'
    }
  }
]
