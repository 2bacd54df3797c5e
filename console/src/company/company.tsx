import { Group, Text } from '@mantine/core'
import { useCan } from '../session/session.ts'
import { CompanyForm, labelsOf, type CompanyField } from '../shared/company/company-form.tsx'
import { useTenant, type Tenant } from '../shared/company/tenant.ts'
import { words as shared } from '../shared/company/words.ts'
import { CopyIcon } from '../shared/copy.tsx'
import { Card, Facts, Loading, PageTitle } from '../shared/page.tsx'
import { Problem } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { Authority } from './authority.tsx'
import { CertificateCard } from './certificate.tsx'
import { Access, Issuing, Notices } from './settings.tsx'
import { words } from './words.ts'

const fields: readonly CompanyField[] = [
  'businessName', 'taxNumber', 'businessActivity', 'activityCodes', 'address', 'municipality', 'city', 'siiOffice', 'phone', 'email',
  'branchName', 'branchCode'
]

/** What documents say of the company, with what it signs, where it sends, and how it issues. */
export function CompanyPage () {
  const { text } = useText()
  const { data, error, refetch } = useTenant()
  return (
    <div className='stack'>
      <PageTitle title={text.places.company} />
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} />
        : !data ? <Loading rows={10} /> : <Settings tenant={data} />}
    </div>
  )
}

function Settings ({ tenant }: { tenant: Tenant }) {
  return (
    <div className='split'>
      <div className='stack'>
        <Data tenant={tenant} />
        <Issuing tenant={tenant} />
      </div>
      <div className='stack'>
        <CertificateCard />
        <Authority tenant={tenant} />
        <Notices tenant={tenant} />
        <Access tenant={tenant} />
      </div>
    </div>
  )
}

function Data ({ tenant }: { tenant: Tenant }) {
  const own = useWords(words)
  const labels = labelsOf(useWords(shared).company)
  const { format } = useText()
  const can = useCan()
  const code = (
    <Group gap={4} wrap='nowrap' mb='md'>
      <Text size='sm' c='dimmed'>{own.code}: <Text span c='var(--mantine-color-text)' fw={550}>{tenant.tenantCode}</Text></Text>
      <CopyIcon value={tenant.tenantCode} label={own.copyCode} />
    </Group>
  )
  const written = (field: CompanyField) => field === 'taxNumber' ? format.rut(tenant.taxNumber)
    : field === 'activityCodes' ? tenant.activityCodes.join(', ') : tenant[field]
  return (
    <Card title={own.data}>
      {code}
      {can('Tenant.Manage')
        ? <CompanyForm tenant={tenant} fields={fields} note={<Text size='sm' c='dimmed'>{own.dataNote}</Text>} />
        : <Facts facts={fields.map((field) => [labels[field].label, written(field)])} />}
    </Card>
  )
}
