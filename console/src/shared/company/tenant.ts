import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestOf, ResultOf } from '../../../../clients/typescript/client.ts'
import { refreshMe, timbre, TimbreError, useCan, useMe } from '../../session/session.ts'

export type Tenant = ResultOf<'/api/Tenant/GetTenant', 'get'>
export type TenantChange = RequestOf<'/api/Tenant/Update', 'put'>['body']
export type Certificate = ResultOf<'/api/Tenant/Certificate', 'get'>
export type FolioBlock = ResultOf<'/api/Folio/List', 'get'>[number]
export type PlannedFolios = ResultOf<'/api/Folio/Plan', 'get'>[number]
export type DocumentType = RequestOf<'/api/Folio/Rehearse', 'post'>['body']['documentType']

export function useTenant () {
  return useQuery({ queryKey: ['tenant'], queryFn: () => timbre.get('/api/Tenant/GetTenant') })
}

/** Null until one is set. */
export function useCertificate () {
  return useQuery({
    queryKey: ['certificate'],
    queryFn: () => timbre.get('/api/Tenant/Certificate').catch((error: unknown) => {
      if (error instanceof TimbreError && error.code === 'CERTIFICATE_NOT_FOUND') return null
      throw error
    })
  })
}

export function useFolios () {
  const can = useCan()
  return useQuery({ queryKey: ['folios'], queryFn: () => timbre.get('/api/Folio/List'), enabled: can('Folio.Read') })
}

export const plannedDays = 90

/** How many folios of each type wait, are left and are to be asked for, so that they last for these days. */
export function useFolioPlan (days = plannedDays) {
  const can = useCan()
  return useQuery({
    queryKey: ['folios', 'plan', days], placeholderData: keepPreviousData, enabled: can('Folio.Read'),
    queryFn: () => timbre.get('/api/Folio/Plan', { query: { days } })
  })
}

/** The types in use of which no folio is left: those for which most documents wait first. */
export function withoutFolios (plan: readonly PlannedFolios[]): PlannedFolios[] {
  return plan.filter(({ remaining }) => remaining === 0)
    .sort((one, other) => other.waiting - one.waiting || one.documentType - other.documentType)
}

/** After a change of the company, its certificate or its folios: whatever shows them asks again. */
export function useCompanyChanged (): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      ...['tenant', 'certificate', 'folios', 'pdf'].map((key) => queries.invalidateQueries({ queryKey: [key] })), refreshMe()
    ])
  }
}

/** Whether the simulator is the authority: it gives certificates and folios for rehearsals. */
export function useRehearses (): boolean {
  return useMe().tenant.taxAuthority === 2
}
