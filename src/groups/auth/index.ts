import { defineGroup } from '../../http/operation.ts'
import type { AuthDependencies } from './dependencies.ts'
import { passwordOperations } from './passwords.ts'
import { secondFactorOperations } from './second-factor.ts'
import { sessionOperations } from './sessions.ts'
import { signInOperations } from './signing-in.ts'

/** Accounts: registration of tenants, and sign-in of people. */
export function authGroup (dependencies: AuthDependencies) {
  return defineGroup('Auth', (operation, app) => {
    signInOperations(operation, app, dependencies)
    passwordOperations(operation, dependencies)
    sessionOperations(operation, app, dependencies)
    secondFactorOperations(operation, app, dependencies)
  })
}
