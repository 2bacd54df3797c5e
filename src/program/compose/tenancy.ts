import { createSimulatorClient } from '../../adapters/sii/simulator-client.ts'
import { createChangeFeed } from '../../repositories/postgres/change-feed.ts'
import { createAccount } from '../../services/access/account.ts'
import { createCertificates } from '../../services/tenants/certificates.ts'
import { certificationFolios } from '../../certification/workflow/folio-uses.ts'
import { createFolioPlans } from '../../services/tenants/folio-plan.ts'
import { createFolios } from '../../services/tenants/folios.ts'
import { createSpentFolios } from '../../services/invoicing/delivery/spent-folios.ts'
import { createIpAllowList } from '../../services/access/ip-allow-list.ts'
import { createKeyRotation } from '../../services/access/key-rotation.ts'
import { createPasswordChanges } from '../../services/access/password-changes.ts'
import { createPasswordResets } from '../../services/access/password-resets.ts'
import { createPasswords } from '../../services/access/passwords.ts'
import { createRegistration } from '../../services/tenants/registration.ts'
import { createRegistrationProofs } from '../../services/tenants/registration-proofs.ts'
import { createRehearsals } from '../../services/tenants/rehearsals.ts'
import { createMailChoices } from '../../services/access/mail-choices.ts'
import { createRoles } from '../../services/access/roles.ts'
import { createSecondFactors } from '../../services/access/second-factors.ts'
import { createSessions } from '../../services/access/sessions.ts'
import { createSignIn } from '../../services/access/sign-in.ts'
import { signInOptions } from '../../services/access/sign-in-options.ts'
import { createSignInDelays } from '../../services/access/sign-in-delays.ts'
import { createTenantKeys } from '../../services/access/tenant-keys.ts'
import { createTenants } from '../../services/tenants/tenants.ts'
import { createUserSessions } from '../../services/access/user-sessions.ts'
import { createUsers } from '../../services/access/users.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Tenants with their certificates and folios, access to them, and the feed of changes made by other instances. */
export function composeTenancy (
  {
    config, version, databaseUrl, directUrl = databaseUrl, simulatorUrl, clock, logger, substitutes, store, mailer,
    allowances, measured, sealing, keyStores, databaseWatch, onWork
  }: Infrastructure
) {
  const canMail = mailer.available
  const heard = { untilMs: -Infinity }
  const heardUntilMs = (): number => heard.untilMs
  const passwords = createPasswords({ countHeld: measured.held, cost: substitutes?.passwordCost })
  const tenants = createTenants({
    store, sealing, clock, authorities: simulatorUrl === undefined ? [1] : [1, 2], canMail, heardUntilMs,
    onWork
  })
  const certificates = createCertificates({ store, sealing, keyStores, clock, heardUntilMs, onWork })
  const simulator = createSimulatorClient(simulatorUrl)
  const folios = createFolios({ store, sealing, clock, trustedCafKeys: simulator.cafKeys, onWork })
  const ipAllowList = createIpAllowList({ store, clock, heardUntilMs })
  const tenantKeys = createTenantKeys({
    store, pepper: config.KEY_PEPPER, clock, heardUntilMs, readTogether: [tenants, certificates, ipAllowList]
  })
  const sessions = createSessions({ store, clock })
  const userSessions = createUserSessions({ store, sessions, clock, tokenSeconds: config.TOKEN_MINUTES * 60 })
  const delays = createSignInDelays({ store, pepper: config.KEY_PEPPER, clock })
  const passwordDeps = { store, passwords, delays, sessions, clock, onWork }
  const newTenants = { taxAuthority: simulatorUrl === undefined ? 1 : 2, environment: 'certification' } as const
  const registrationProofs = createRegistrationProofs({
    store, passwords, sealing, delays, tenantKeys, newTenants, clock, onWork
  })
  const tenantCaches = [
    tenants, certificates, tenantKeys, ipAllowList,
    { invalidate: sessions.invalidateTenant, invalidateAll: sessions.invalidateAll }
  ]
  const secondFactors = createSecondFactors({ ...passwordDeps, sealing, pepper: config.KEY_PEPPER })
  const signIn = createSignIn({
    store, passwords, allowList: ipAllowList, delays, userSessions, secondFactors, clock
  })
  return {
    trustedCafKeys: simulator.cafKeys,
    tenantKeys,
    tenants,
    certificates,
    folios,
    folioPlans: createFolioPlans({ store, clock, certificationFolios }),
    spentFolios: createSpentFolios({ store, clock }),
    rehearsals: createRehearsals({ store, simulator, certificates, folios, clock }),
    ipAllowList,
    sessions,
    userSessions,
    secondFactors,
    signInDelays: delays,
    signIn,
    signInOptions: signInOptions({
      version, registration: config.REGISTRATION, mailer, taxAuthority: newTenants.taxAuthority
    }),
    account: createAccount({ store, allowList: ipAllowList }),
    passwordChanges: createPasswordChanges(passwordDeps),
    passwordResets: createPasswordResets({ ...passwordDeps, sealing, tenantKeys, canMail }),
    keyRotation: createKeyRotation({ store, tenantKeys, clock }),
    registration: createRegistration({
      store,
      passwords,
      signIn,
      tenantKeys,
      registration: config.REGISTRATION,
      newTenants,
      proofs: mailer.reachesPeople ? registrationProofs : undefined,
      clock
    }),
    registrationProofs,
    roles: createRoles({ store, sessions, clock }),
    mailChoices: createMailChoices({ store, clock }),
    users: createUsers({
      store, passwords, sealing, sessions, allowances, delays, canMail, clock, onMail: measured.mail, onWork
    }),
    changeFeed: createChangeFeed({
      databaseUrl: directUrl,
      onChange: (tenantId) => { for (const cache of tenantCaches) cache.invalidate(tenantId) },
      onGap: () => { for (const cache of tenantCaches) cache.invalidateAll() },
      onHeard: (until) => { heard.untilMs = until.getTime() },
      clock,
      onError: (error) => {
        if (databaseWatch.report(error)) return
        logger.warn({ err: error }, 'change feed disconnected; caches fall back to their expiry')
      }
    })
  }
}

export type Tenancy = ReturnType<typeof composeTenancy>
