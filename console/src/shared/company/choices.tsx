import { Switch } from '@mantine/core'
import { facts } from '../../session/session.ts'
import { useWords } from '../../text/text.tsx'
import type { useTenantUpdate } from './company-form.tsx'
import type { Tenant } from './tenant.ts'
import { words } from './words.ts'

/** What becomes of a document once it is issued: each choice is kept at once, once the server took it. */
export function Choices ({ tenant, update }: { tenant: Tenant, update: ReturnType<typeof useTenantUpdate> }) {
  const own = useWords(words).choices
  const choices = [
    { name: 'mailReceivers', label: own.mailReceivers, note: facts.mail ? own.mailReceiversNote : own.noMail },
    { name: 'publicPages', label: own.publicPages, note: own.publicPagesNote },
    { name: 'keepIssued', label: own.keepIssued, note: own.keepIssuedNote }
  ] as const
  return choices.map(({ name, label, note }) => (
    <Switch
      key={name} label={label} description={note} checked={tenant[name]} disabled={update.isPending}
      onChange={({ currentTarget }) => { update.mutate({ [name]: currentTarget.checked }) }}
    />
  ))
}
