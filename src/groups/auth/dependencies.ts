import type { Account } from '../../services/access/account.ts'
import type { PasswordChanges } from '../../services/access/password-changes.ts'
import type { PasswordResets } from '../../services/access/password-resets.ts'
import type { SecondFactors } from '../../services/access/second-factors.ts'
import type { SignIn } from '../../services/access/sign-in.ts'
import type { SignInOptions } from '../../services/access/sign-in-options.ts'
import type { UserSessions } from '../../services/access/user-sessions.ts'
import type { Registration } from '../../services/tenants/registration.ts'
import type { RegistrationProofs } from '../../services/tenants/registration-proofs.ts'

/** The services behind the operations on accounts. */
export interface AuthDependencies {
  signIn: SignIn
  signInOptions: SignInOptions
  registration: Registration
  registrationProofs: RegistrationProofs
  passwordResets: PasswordResets
  passwordChanges: PasswordChanges
  account: Account
  userSessions: UserSessions
  secondFactors: SecondFactors
}
