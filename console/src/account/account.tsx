import { Accordion, SegmentedControl, Stack, Text, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useMe } from '../session/session.ts'
import { Card, Facts, PageTitle } from '../shared/page.tsx'
import { ShortcutList } from '../shared/shortcuts.tsx'
import { claimNames, type Claim } from '../text/claims.ts'
import { labelOf } from '../text/labels.ts'
import { useText, useWords, type Language } from '../text/text.tsx'
import { Companies } from './companies.tsx'
import { MailsCard } from './mails.tsx'
import { PasswordCard } from './password.tsx'
import { SecondFactorCard } from './second-factor.tsx'
import { SessionsCard } from './sessions.tsx'
import { words } from './words.ts'

/** Who the reader is here, what they may do, and how they like the console. */
export function AccountPage () {
  const { text } = useText()
  const own = useWords(words)
  return (
    <div className='stack'>
      <PageTitle title={text.places.account} />
      <div className='split'>
        <div className='stack'>
          <Who />
          <SessionsCard />
          <PasswordCard />
          <SecondFactorCard />
        </div>
        <div className='stack'>
          <Looks />
          <MailsCard />
          <Companies />
          <Card title={own.shortcuts}><ShortcutList /></Card>
        </div>
      </div>
    </div>
  )
}

function Who () {
  const own = useWords(words).who
  const { language, format } = useText()
  const { user, roles, claims, tenant, address, signedInAt } = useMe()
  const allowed = claims.filter((claim): claim is Claim => claim in claimNames)
  return (
    <Card title={own.title}>
      <Stack>
        <Facts
          facts={[
            [own.name, user.fullName], [own.email, user.email], [own.company, `${tenant.businessName}, ${format.rut(tenant.taxNumber)}`],
            [own.roles, roles.map(({ name }) => labelOf(own.roleNames, name) ?? name).join(', ') || own.noRoles],
            [own.signedIn, format.moment(signedInAt)], [own.address, address]
          ]}
        />
        {allowed.length === 0 ? <Text size='sm'>{own.nothing}</Text> : (
          <Accordion variant='separated' order={3}>
            <Accordion.Item value='may'>
              <Accordion.Control><Text span size='sm' fw={550}>{own.may(allowed.length)}</Text></Accordion.Control>
              <Accordion.Panel>
                <ul className='sentences'>{allowed.map((claim) => <li key={claim}>{claimNames[claim][language]}</li>)}</ul>
              </Accordion.Panel>
            </Accordion.Item>
          </Accordion>
        )}
      </Stack>
    </Card>
  )
}

function Looks () {
  const own = useWords(words).looks
  const { language, setLanguage } = useText()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Card title={own.title}>
      <Stack>
        <div>
          <Text size='sm' fw={550} mb={4}>{own.language}</Text>
          <SegmentedControl
            fullWidth aria-label={own.language} value={language} onChange={(value) => { setLanguage(value as Language) }}
            data={[{ value: 'es', label: <span lang='es'>Español</span> }, { value: 'en', label: <span lang='en'>English</span> }]}
          />
        </div>
        <div>
          <Text size='sm' fw={550} mb={4}>{own.light}</Text>
          <SegmentedControl
            fullWidth aria-label={own.light} value={colorScheme} onChange={(value) => { setColorScheme(value as MantineColorScheme) }}
            data={[{ value: 'auto', label: own.auto }, { value: 'light', label: own.bright }, { value: 'dark', label: own.dark }]}
          />
        </div>
      </Stack>
    </Card>
  )
}
