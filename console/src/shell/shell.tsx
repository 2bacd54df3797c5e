import { ActionIcon, Alert, AppShell, Avatar, Badge, Box, Burger, Button, Group, Kbd, Menu, NavLink, ScrollArea, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { useSpotlight } from '@mantine/spotlight'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronDown, FilePlus2, LogOut, Search, UserRound, WifiOff } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { signOut, useCan, useMe } from '../session/session.ts'
import { useTypeName } from '../shared/document-types.ts'
import { Mark } from '../shared/mark.tsx'
import { Forbidden, Nothing } from '../shared/problem.tsx'
import { commandKey, useSingleLetters } from '../shared/shortcuts.tsx'
import { useText } from '../text/text.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { commands, commandsStore } from './commands-store.ts'
import { isOffered, isOpen, placeOf, places, type Place } from './places.ts'
import { Preferences } from './preferences.tsx'
import { otherTypes, quickTypes } from './quick-types.ts'
import { Shortcuts } from './shortcuts.tsx'

const Commands = lazy(async () => ({ default: (await import('./commands.tsx')).Commands }))

/** Loaded when they are first asked for. */
function CommandsOnDemand () {
  const { opened } = useSpotlight(commandsStore)
  const [wanted, setWanted] = useState(false)
  if (opened && !wanted) setWanted(true)
  return wanted && <Suspense><Commands /></Suspense>
}

export function Shell () {
  const { text } = useText()
  const [opened, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const { online } = useNetwork()
  useEffect(close, [pathname, close])
  useFocusOnHeading(main, pathname)

  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }} padding={{ base: 'md', sm: 'xl' }}>
      <a href='#main' className='skip' onClick={(event) => { event.preventDefault(); main.current?.focus() }}>{text.skip}</a>
      <AppShell.Header>
        <Group h='100%' px='md' justify='space-between' wrap='nowrap' gap='sm'>
          <Group gap='sm' wrap='nowrap'>
            <Burger opened={opened} onClick={toggle} hiddenFrom='sm' size='sm' aria-label={text.nav.open} aria-expanded={opened} />
            <span className='brand'><Mark /> <Box component='span' visibleFrom='xs'>{text.product}</Box></span>
            <Environment />
          </Group>
          <SearchButton />
          <Group gap={4} wrap='nowrap'>
            <Tooltip label={text.nav.search}>
              <ActionIcon variant='subtle' color='gray' c='dimmed' size={34} hiddenFrom='sm' onClick={commands.open} aria-label={text.nav.search}>
                <Search size={18} />
              </ActionIcon>
            </Tooltip>
            <Box visibleFrom='xs'><Preferences /></Box>
            <Account />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p='sm' aria-label={text.nav.label}>
        <Company />
        <Sections />
      </AppShell.Navbar>
      <AppShell.Main className='main' ref={main} tabIndex={-1} id='main'>
        <BulkProgress />
        {!online && <Alert color='orange' icon={<WifiOff size={16} />} mb='md' role='status'>{text.offline}</Alert>}
        <div className='page'><Guarded place={placeOf(pathname)} /></div>
      </AppShell.Main>
      <CommandsOnDemand />
      <Shortcuts />
    </AppShell>
  )
}

/** After a change of place the heading has the focus, so that a screen reader says where one is. */
function useFocusOnHeading (main: React.RefObject<HTMLElement | null>, pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return undefined
    before.current = pathname
    const focus = () => {
      const heading = main.current?.querySelector<HTMLElement>('h1')
      heading?.focus({ preventScroll: true })
      return heading !== null && heading !== undefined
    }
    if (focus()) return undefined
    // The place is still on its way.
    const observer = new MutationObserver(() => { if (focus()) observer.disconnect() })
    observer.observe(main.current!, { childList: true, subtree: true })
    return () => { observer.disconnect() }
  }, [main, pathname])
}

/** An address that was typed is not a right: the place, or which claim is missing. */
function Guarded ({ place }: { place: Place | undefined }) {
  const can = useCan()
  const { secondFactorSetupRequired } = useMe()
  if (secondFactorSetupRequired && place?.name !== 'account') return <SetupRequired />
  if (place && !isOpen(place, can)) return <Forbidden key={place.to} claims={place.claims} />
  return <Outlet />
}

/** The company requires a second factor of the reader, who has none. */
function SetupRequired () {
  const { text: { secondFactor: own } } = useText()
  return (
    <Nothing whole title={own.setup} note={own.setupText}>
      <Button component={Link} to='/account'>{own.toAccount}</Button>
    </Nothing>
  )
}

function SearchButton () {
  const { text } = useText()
  return (
    <UnstyledButton onClick={commands.open} visibleFrom='sm' px='sm' h={34} flex='0 1 340px' bd='1px solid var(--mantine-color-default-border)' bdrs='md'>
      <Group gap={8} justify='space-between' wrap='nowrap'>
        <Group gap={8} wrap='nowrap' c='dimmed'><Search size={15} aria-hidden='true' /><Text size='sm'>{text.nav.search}</Text></Group>
        <Kbd size='xs' aria-hidden='true'>{commandKey} K</Kbd>
      </Group>
    </UnstyledButton>
  )
}

/** Whose documents these are. */
function Company () {
  const { format } = useText()
  const { tenant: { businessName, taxNumber } } = useMe()
  return (
    <Box px='sm' pb='sm' mb='xs' mih={46}>
      <Text size='sm' fw={600} className='clip' title={businessName}>{businessName}</Text>
      <Text size='xs' c='dimmed' className='numbers'>{format.rut(taxNumber)}</Text>
    </Box>
  )
}

function Sections () {
  const { text } = useText()
  const can = useCan()
  const { tenant: { environment } } = useMe()
  const open = places.filter((place) => isOffered(place, can, environment))
  const of = (group: Place['group']) => open.filter((place) => place.group === group && place.name !== 'issue')
  return (
    <>
      {can('Webhook.Issue') && (
        <IssueButton />
      )}
      <AppShell.Section grow component={ScrollArea} type='auto' offsetScrollbars='present'>
        {of('work').map((place) => <Section key={place.to} place={place} />)}
        {(['company', 'administration'] as const).map((group) => of(group).length > 0 && (
          <Box key={group} mt='md' className='section-group'>
            <Text size='xs' fw={600} c='dimmed' px='sm' mb={4}>{text.nav[group]}</Text>
            {of(group).map((place) => <Section key={place.to} place={place} />)}
          </Box>
        ))}
      </AppShell.Section>
    </>
  )
}

/** A new document of the type that was issued last, or of another one. */
function IssueButton () {
  const { text } = useText()
  const nameOf = useTypeName()
  const [letters] = useSingleLetters()
  const navigate = useNavigate()
  const begin = (type: string) => { void navigate({ to: '/issue', search: { type } }) }
  return (
    <Button.Group mb='xs' w='100%'>
      <Button component={Link} to='/issue' flex={1} leftSection={<FilePlus2 size={17} />}>{text.places.issue}</Button>
      <Menu position='bottom-end' width={220}>
        <Menu.Target><Button px={9} aria-label={text.nav.types} style={{ borderInlineStartColor: '#ffffff55' }}><ChevronDown size={16} /></Button></Menu.Target>
        <Menu.Dropdown>
          {quickTypes.map(({ type, key }) => (
            <Menu.Item key={type} rightSection={letters && <Kbd size='xs'>{key}</Kbd>} onClick={() => { begin(type) }}>{nameOf(type)}</Menu.Item>
          ))}
          {otherTypes.map((type) => <Menu.Item key={type} onClick={() => { begin(type) }}>{nameOf(type)}</Menu.Item>)}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}

function Section ({ place: { to, name, icon: Icon } }: { place: Place }) {
  const { text } = useText()
  const { pathname } = useLocation()
  const here = placeOf(pathname)?.to === to
  return (
    <NavLink
      component={Link} to={to} label={text.places[name]} leftSection={<Icon size={18} aria-hidden='true' />} active={here}
      aria-current={here ? 'page' : undefined} className='section' bdrs='md' pe={6} fw={here ? 600 : 450}
    />
  )
}

/** Whether what is issued here counts: nobody may take a rehearsal for the real thing, or the other way round. */
function Environment () {
  const { text } = useText()
  const { tenant: { environment, taxAuthority } } = useMe()
  const production = environment === 'production'
  const label = taxAuthority === 2 ? text.environment.simulator : production ? text.environment.production : text.environment.certification
  const color = production && taxAuthority === 1 ? 'green' : 'orange'
  return <Badge variant='light' color={color} c='var(--mantine-color-text)' tt='none' fw={600}>{label}</Badge>
}

function Account () {
  const { text } = useText()
  const { user: { fullName, email, companyTitle } } = useMe()
  const [opened, setOpened] = useState(false)
  return (
    <Menu position='bottom-end' width={260} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <UnstyledButton bdrs='xl'>
          <Avatar name={fullName} color='ink' size={34} aria-hidden='true' />
          <span className='unseen'>{text.preferences.account}: {fullName}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Box px='sm' py='xs'>
          <Text size='sm' fw={600}>{fullName}</Text>
          <Text size='xs' c='dimmed'>{email}</Text>
          <Text size='xs' c='dimmed'>{companyTitle}</Text>
        </Box>
        <Menu.Divider />
        <Box hiddenFrom='xs' px='sm' py={4}><Preferences /></Box>
        <Menu.Item component={Link} to='/account' leftSection={<UserRound size={15} />}>{text.places.account}</Menu.Item>
        <Menu.Item leftSection={<LogOut size={15} />} onClick={signOut}>{text.preferences.out}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export function NotFound () {
  const { text } = useText()
  return <Nothing whole title={text.problem.notFound} note={text.problem.notFoundText} />
}
