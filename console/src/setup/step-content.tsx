import { Button, Divider, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FilePlus2 } from 'lucide-react'
import { useCan } from '../session/session.ts'
import { CertificateForm, CertificateRehearsal } from '../shared/company/certificate-form.tsx'
import { CompanyForm, type CompanyField } from '../shared/company/company-form.tsx'
import { FolioRehearsal, FolioUpload } from '../shared/company/folio-upload.tsx'
import { ResolutionForm } from '../shared/company/resolution-form.tsx'
import { useCertificate, useRehearses, type Tenant } from '../shared/company/tenant.ts'
import { useTypeName } from '../shared/document-types.ts'
import { claimNames } from '../text/claims.ts'
import { useText, useWords } from '../text/text.tsx'
import type { Step } from './steps.ts'
import { words } from './words.ts'

const fields: readonly CompanyField[] = ['businessActivity', 'activityCodes', 'address', 'municipality', 'city', 'siiOffice']

/** What is missing in the server's words, and the form that ends it; or who can do it. */
export function StepContent ({ step: { name, claim, lacks }, tenant }: { step: Step, tenant: Tenant }) {
  const own = useWords(words)
  const { text, language } = useText()
  const can = useCan()
  const nameOf = useTypeName()
  return (
    <Stack>
      {name !== 'other' && <Text size='sm' c='dimmed'>{own.about[name]}</Text>}
      {lacks.length > 0 && <ul className='sentences'>{lacks.map(({ code, documentType, message }) => <li key={`${code} ${documentType}`}>{code === 'FOLIOS_INACTIVE' ? own.inactive(nameOf(String(documentType))) : message}</li>)}</ul>}
      {can(claim)
        ? <StepForm name={name} lacks={lacks} tenant={tenant} />
        : <Text size='sm' fw={550}>{text.problem.forbiddenText(language === 'es' ? `«${claimNames[claim].es}»` : `“${claimNames[claim].en}”`)}</Text>}
    </Stack>
  )
}

function StepForm ({ name, lacks, tenant }: Pick<Step, 'name' | 'lacks'> & { tenant: Tenant }) {
  const own = useWords(words)
  switch (name) {
    case 'data': return <CompanyForm tenant={tenant} fields={fields} />
    case 'resolution': return <ResolutionForm tenant={tenant} environment={tenant.environment === 'production' ? 'production' : 'certification'} />
    case 'certificate': return <CertificateStep />
    case 'folios': return <FolioStep lacks={lacks} />
    case 'document':
      return <Button component={Link} to='/issue' leftSection={<FilePlus2 size={16} />} w='fit-content'>{own.issue}</Button>
    default: return <Button component={Link} to='/company' variant='default' w='fit-content'>{own.company}</Button>
  }
}

function CertificateStep () {
  const own = useWords(words)
  const rehearses = useRehearses()
  const { data } = useCertificate()
  return (
    <Stack>
      {rehearses && <><CertificateRehearsal /><Divider label={own.orUpload} /></>}
      <CertificateForm replaces={Boolean(data)} />
    </Stack>
  )
}

function FolioStep ({ lacks }: Pick<Step, 'lacks'>) {
  const own = useWords(words)
  const rehearses = useRehearses()
  const type = lacks.find(({ documentType }) => documentType !== null)?.documentType ?? undefined
  return (
    <Stack>
      {lacks.some(({ code }) => code === 'FOLIOS_INACTIVE') && (
        <Button component={Link} to='/folios' w='fit-content'>{own.activate}</Button>
      )}
      {rehearses && <><FolioRehearsal documentType={type} /><Divider label={own.orUpload} /></>}
      <FolioUpload />
    </Stack>
  )
}
