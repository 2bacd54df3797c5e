import { createHash } from 'node:crypto'
import { fillEnvelope, frameEnvelope } from '../../../dte/signing/envelope.ts'
import type { Rut } from '../../../dte/values/rut.ts'
import { santiagoDateTime } from '../../../dte/values/calendar.ts'
import type { AuditActor } from '../../../repositories/audit/audit-log.ts'
import type { SignedInvoice } from '../../../repositories/invoicing/documents/invoices.ts'
import type { LeasedTask } from '../../../repositories/tasks/tasks.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import type { TenantRow } from '../../../repositories/tenants/tenants.ts'
import { failPoints } from '../../../shared/fail-points.ts'
import { newId } from '../../../shared/ids.ts'
import { keepIssued } from '../../customers/keep-issued.ts'
import type { OpenCertificate } from '../../ports.ts'
import { resolutionOf, type Resolution } from '../../resolution.ts'
import type { BuiltEnvelopes } from './built-envelopes.ts'
import { documentTypesOf } from '../channels.ts'
import type { HoldCode } from './overdue.ts'
import type { TargetDependencies } from '../target.ts'
import type { EnvelopeKind, EnvelopePurpose, EnvelopeState } from '../../../model/envelopes.ts'
import { failStopped } from './used-folios.ts'
import { finishTask, rescheduleTask } from '../../tasks/task-lease.ts'

export interface PackingDependencies extends TargetDependencies {
  store: Store
  tenantOf: (tenantId: string) => Promise<TenantRow>
  /** Documents in one envelope; the SII takes 2,000 of them, 500 boletas [S3], [S4]. */
  largestEnvelope: number
  built: Pick<BuiltEnvelopes, 'keep'>
}

// The SII is the receiver of every envelope that goes to it (Caratula/RutReceptor).
const siiTaxNumber = '60803000-K' as Rut
const missingPrerequisiteSeconds = 300

/** Groups issued documents into envelopes, signs them and fixes their exact bytes, before anything is sent. */
export function createPacker ({ store, certificateOf, tenantOf, clock, largestEnvelope, built }: PackingDependencies) {
  async function packOne (
    repositories: TenantRepositories, task: LeasedTask,
    facts: { tenant: TenantRow, certificate: OpenCertificate, resolution: Resolution }
  ): Promise<void> {
    const { kind, alone, doubtful } = parseSubject(task.subject)
    const at = clock()
    const unsent = await repositories.invoices.lockUnsent({
      environment: facts.tenant.environment, documentTypes: documentTypesOf(kind), alone
    }, largestEnvelope)
    failPoints.reached?.('pack.locked')
    const invoices = alone === undefined ? await failStopped(repositories, unsent, at) : unsent
    if (invoices.length > 0) {
      const { envelopeId, bytes } = await sealEnvelope(repositories, invoices, {
        ...facts, kind, at, state: doubtful ? 'unknown' : 'ready'
      })
      built.keep(envelopeId, bytes)
      if (facts.tenant.keepIssued) await keepIssued(repositories, facts.tenant, invoices.map(({ id }) => id), at)
    }
    failPoints.reached?.('pack.sealed')
    // Last: a Save that schedules the same task waits for its row.
    await finishTask(repositories, task)
    if (unsent.length === largestEnvelope && alone === undefined) await repositories.tasks.schedule('packEnvelope', [kind])
  }

  /** The documents show what they miss until it is there. */
  async function hold (
    repositories: TenantRepositories, task: LeasedTask, { environment }: TenantRow, missing: HoldCode
  ): Promise<void> {
    const documentTypes = documentTypesOf(parseSubject(task.subject).kind)
    const reasons = [{ code: missing, description: '' }]
    await repositories.invoices.holdUnsent({ environment, documentTypes }, { code: missing, reasons }, clock())
    await rescheduleTask(repositories, task, missingPrerequisiteSeconds, missing)
  }

  return {
    /**
     * Handles a `packEnvelope` task. Without certificate or resolution the documents stay Issued and the task is
     * rescheduled.
     */
    async pack (task: LeasedTask): Promise<void> {
      const tenant = await tenantOf(task.tenantId)
      const certificate = await certificateOf(task.tenantId, clock())
      const resolution = resolutionOf(tenant)
      await store.asTenant(task.tenantId, async (repositories) => {
        if (certificate && resolution) {
          await packOne(repositories, task, { tenant, certificate, resolution })
        } else {
          await hold(repositories, task, tenant, certificate ? 'RESOLUTION_MISSING' : 'CERTIFICATE_MISSING')
        }
      })
      failPoints.reached?.('pack.committed')
    }
  }
}

/** `DTE` or `BOLETA`, followed by an invoice's id when that invoice is sent alone. */
export function packSubject (kind: EnvelopeKind, alone: string): string {
  return `${kind} ${alone}`
}

/** For an invoice that may be at the SII already, in an envelope that was lost: the SII is asked before it is sent. */
export function unconfirmedPackSubject (kind: EnvelopeKind, alone: string): string {
  return `${packSubject(kind, alone)} doubtful`
}

function parseSubject (subject: string): { kind: EnvelopeKind, alone: string | undefined, doubtful: boolean } {
  const [kind, alone, doubt] = subject.split(' ')
  return { kind: kind === 'BOLETA' ? 'BOLETA' : 'DTE', alone, doubtful: doubt !== undefined }
}

/** What an envelope is made with. `purpose`: of an attempt at a set of the certification. */
export interface EnvelopeFacts {
  tenant: TenantRow
  certificate: OpenCertificate
  resolution: Resolution
  kind: EnvelopeKind
  at: Date
  state: EnvelopeState
  purpose?: EnvelopePurpose
  /** The person who has it packed; what the worker packs shows in the row of its upload. */
  actor?: AuditActor
}

/** Signs an envelope around issued documents, stores it, and has it uploaded. The documents keep their order. */
export async function sealEnvelope (
  repositories: TenantRepositories, invoices: SignedInvoice[], facts: EnvelopeFacts
): Promise<{ envelopeId: string, bytes: Buffer }> {
  const { kind, at, actor } = facts
  const { envelopeId, bytes } = await storeEnvelope(repositories, invoices, facts)
  await repositories.invoices.move({
    invoiceIds: invoices.map(({ id }) => id), move: 'pack', detail: { envelopeId }, at
  }, { envelopeId, reason: null })
  await repositories.tasks.schedule('uploadEnvelope', [envelopeId])
  const details = { kind, documents: invoices.length }
  if (actor) {
    repositories.auditLog.add([{ actor, action: 'envelope.pack', entity: 'envelope', entityId: envelopeId, details }], at)
  }
  return { envelopeId, bytes }
}

async function storeEnvelope (
  repositories: TenantRepositories,
  invoices: SignedInvoice[],
  facts: EnvelopeFacts
): Promise<{ envelopeId: string, bytes: Buffer }> {
  const { tenant, certificate: { credential, certificateId }, resolution, kind, at, state, purpose } = facts
  const id = newId()
  const frame = await frameEnvelope({
    kind,
    cover: {
      issuer: tenant.taxNumber,
      sender: credential.holderTaxNumber,
      receiver: siiTaxNumber,
      resolutionDate: resolution.date,
      resolutionNumber: resolution.number,
      signedAt: santiagoDateTime(at)
    },
    documents: invoices,
    credential
  })
  const bytes = fillEnvelope(frame, invoices)
  await repositories.envelopes.create({
    id,
    kind,
    ...(purpose && { purpose }),
    environment: tenant.environment,
    taxAuthority: tenant.taxAuthority,
    state,
    issuerTaxNumber: tenant.taxNumber,
    certificateId,
    fileName: `${kind}-${id}.xml`,
    frame,
    documents: invoices,
    sha256: createHash('sha256').update(bytes).digest(),
    documentCount: invoices.length,
    createdAt: at,
    updatedAt: at
  })
  return { envelopeId: id, bytes }
}
