import './ahead.ts'
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './app.css'
import { MantineProvider, MantineThemeProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, lazyRouteComponent, RouterProvider } from '@tanstack/react-router'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import { SignInAgain } from './session/sign-in-again.tsx'
import { useSession } from './session/session.ts'
import { StepUp } from './session/step-up-dialog.tsx'
import { queries } from './shared/queries.ts'
import { arrival } from './sign-in/arrival.ts'
import { part } from './shell/not-loaded.ts'
import { Unexpected } from './shell/unexpected.tsx'
import { TextProvider, useText } from './text/text.tsx'
import { theme, variables } from './theme.ts'

// The page's policy allows styles that carry it; react-remove-scroll asks for it by the name that webpack gave it.
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
Object.assign(globalThis, { __webpack_nonce__: nonce })

// Who has a session needs none of it.
const SignInPage = lazyRouteComponent(part(() => import('./sign-in/sign-in.tsx')), 'SignInPage')

const refetch = () => { void queries.invalidateQueries() }

/** The address may have changed while nobody was signed in, when the router did not look at it. */
function followAddress (): void {
  const { resolvedLocation } = router.state
  if (resolvedLocation && resolvedLocation.href !== router.history.location.href) void router.load()
}

function Console () {
  const session = useSession()
  // What one company showed must not be drawn for another, nor what was told to its reader.
  const key = session && `${session.me.user.id} ${session.me.tenant.tenantCode}`
  useEffect(() => () => {
    queries.clear()
    notifications.clean()
  }, [key])
  useEffect(() => { if (key !== undefined) followAddress() }, [key])
  const [arrived, setArrived] = useState(arrival)
  // Who opens the link of a mail may be signed in already, as somebody else, too.
  if (!session || arrived) {
    return (
      <CatchBoundary getResetKey={() => 0} errorComponent={NotCome}>
        <Suspense><SignInPage arrival={arrived} onLeave={() => { setArrived(undefined) }} /><Drawn /></Suspense>
      </CatchBoundary>
    )
  }
  return <><RouterProvider key={key} router={router} /><StepUp /><SignInAgain /><Drawn /></>
}

function NotCome ({ error }: { error: unknown }) {
  return <><Unexpected error={error} /><Drawn /></>
}

/** Takes away what index.html draws until there is a page. */
function Drawn () {
  useLayoutEffect(() => { document.querySelector('.coming')?.remove() }, [])
  return null
}

/** What was done, at the edge of the page; the button that closes it has a name. */
function Messages () {
  const { text } = useText()
  const closeButtonProps = { 'aria-label': text.actions.close }
  return (
    <MantineThemeProvider theme={{ components: { Notification: { defaultProps: { closeButtonProps } } } }}>
      <Notifications position='bottom-right' />
    </MantineThemeProvider>
  )
}

createRoot(document.getElementById('root')!).render(
  <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme='auto' getStyleNonce={() => nonce}>
    <QueryClientProvider client={queries}>
      <TextProvider onChange={refetch}>
        <Messages />
        <Console />
      </TextProvider>
    </QueryClientProvider>
  </MantineProvider>
)
