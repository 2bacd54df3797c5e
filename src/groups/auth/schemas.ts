import { z } from 'zod'
import { enveloped, envelopedBoolean, envelopedList, timestamp } from '../../http/envelope.ts'
import { taxAuthority, userType } from '../../http/enumerations.ts'
import { email as emailText, line, name, personName } from '../../http/texts.ts'
import { registrationProblems } from '../../services/tenants/registration.ts'
import { userTypes } from '../../services/actor.ts'
import { said } from '../../shared/schema-problems.ts'

// Passwords are also bounded in bytes, so that a client cannot have a megabyte hashed.
const password = z.string().min(1).max(256).meta({ examples: ['correo-tinta-lluvia'] })
const email = emailText().meta({ examples: ['ana@andes.example'] })

const secondFactorCode = z.string().min(1).max(100).meta({
  description: 'Of your second factor: the six digits that your app shows, or a recovery code.', examples: ['492039']
})

const user = z.object({
  id: z.uuid(),
  userName: z.string().meta({ examples: ['ana@andes.example'] }),
  fullName: z.string().meta({ examples: ['Ana Fuentes'] }),
  email: z.string().meta({ examples: ['ana@andes.example'] }),
  companyTitle: z.string().meta({ examples: ['Comercial Andes SpA'] })
}).meta({ id: 'UserSummary' })

export const signInOptions = enveloped(
  'SignInOptions',
  z.object({
    version: z.string().meta({ description: 'Version of Timbre.', examples: ['1.0.0'] }),
    registrationOpen: z.boolean().meta({
      description: 'Whether `Register` is open to everyone.', examples: [true]
    }),
    emailProofRequired: z.boolean().meta({
      description: 'Whether a registration must be confirmed with a link that is mailed.', examples: [true]
    }),
    mail: z.enum(['sent', 'kept', 'none']).meta({
      description:
        '`sent`: emails reach people. `kept`: the server writes them to files for its operator, as in development. `none`: it has no mail.',
      examples: ['sent']
    }),
    passwordReset: z.boolean().meta({ description: 'Whether `ForgotPassword` works.', examples: [true] }),
    taxAuthority: taxAuthority.meta({ description: 'Where the documents of new companies go.' }),
    taxAuthorityText: z.string().meta({ examples: ['Simulator'] })
  })
)

export const loginBody = z.strictObject({
  email: z.string().min(1).max(254).meta({ examples: ['ana@andes.example'] }),
  password,
  tenantCode: z.string().min(1).max(40).optional().meta({
    description: 'Of which of your tenants, when there are several; in capitals or not.', examples: ['andes']
  }),
  code: secondFactorCode.optional()
})

const accessToken = {
  accessToken: z.string().meta({
    description: 'Send it with every call: `Authorization: Bearer <accessToken>`.',
    examples: ['eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIn0.eyJ1c2VySWQiOiIuLi4ifQ.c2lnbmF0dXJl']
  }),
  expiration: timestamp
}

export const loggedIn = enveloped('Login', z.object({ ...accessToken, user }))

export const renewed = enveloped('Renew', z.object(accessToken))

/** What each member of a registration is by itself. */
export const registration = z.strictObject({
  email,
  password: password.meta({ description: '12 to 128 characters, not a commonly used password.' }),
  fullName: personName({ max: 100 }).meta({ examples: ['Ana Fuentes'] }),
  userName: name({ max: 254 }).optional().meta({ description: 'Default: the email.', examples: ['ana'] }),
  companyTitle: line({ max: 100 }).meta({ description: 'The legal name (RznSoc on documents).', examples: ['Comercial Andes SpA'] }),
  taxNumber: z.string().min(3).max(40).meta({
    description: 'RUT with check digit (RUTEmisor on documents).', examples: ['77777777-7']
  }),
  tenantCode: z.string().regex(
    /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/i,
    said({
      en: 'must have 3 to 40 letters, digits and inner dashes',
      es: 'debe tener de 3 a 40 letras, dígitos y guiones interiores'
    })
  ).optional()
    .meta({ description: 'Derived from the company name if omitted.', examples: ['andes'] })
})

export const registerBody = registration.superRefine(addMistakes, { when: ({ issues }) => issues.length > 0 })

/** Where the shape is wrong, what the service would say of the other members is said too: all mistakes at once. */
function addMistakes (posted: unknown, { issues, addIssue }: z.core.$RefinementCtx): void {
  if (typeof posted !== 'object' || posted === null) return
  const wrong = new Set(issues.map(({ path = [] }) => path[0]))
  const right = Object.entries(posted).filter(([name, text]) => typeof text === 'string' && !wrong.has(name))
  for (const { path, message: { en, es } } of registrationProblems(Object.fromEntries(right))) {
    addIssue({ code: 'custom', path: [path], message: en, params: { es } })
  }
}

export const forgotPasswordBody = z.strictObject({ email })

export const redeemBody = z.strictObject({
  email,
  token: z.string().min(1).max(200).meta({
    description: 'From the email. Valid once, for 30 minutes (24 hours for an invitation).',
    examples: ['Jx3vQ0c1dW8nT5yRk2LbHsZuPq7aXe4mGf6tVi9oKwA']
  }),
  password: password.meta({
    description:
      'The new password: 12 to 128 characters, not a commonly used password. For an invitation, the password that you already have works too.',
    examples: ['faro-nieve-cobre-87']
  })
})

export const changePasswordBody = z.strictObject({
  currentPassword: password,
  newPassword: password.meta({
    description: '12 to 128 characters, not a commonly used password.', examples: ['faro-nieve-cobre-87']
  })
})

export { envelopedBoolean }

const accessKey = z.string().meta({ examples: ['ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu'] })
const secretKey = z.string().meta({
  description: 'Shown only once; Timbre stores only its hash.',
  examples: ['sk_7Qv2mB9xK4tR1nW8cZ5jH0pLdF3sY6uEgA2iO9bXwTk4fGh']
})
const tenantCode = z.string().meta({ examples: ['andes'] })

export const registered = enveloped(
  'Register',
  z.object({
    tenantCode: tenantCode.meta({ description: 'Empty until the email is confirmed.', examples: ['andes'] }),
    accessKey: accessKey.meta({
      description: 'Empty until the email is confirmed.', examples: ['ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu']
    }),
    secretKey: secretKey.meta({
      description: 'Shown only once; Timbre stores only its hash. Empty until the email is confirmed.',
      examples: ['sk_7Qv2mB9xK4tR1nW8cZ5jH0pLdF3sY6uEgA2iO9bXwTk4fGh']
    }),
    user,
    emailProofRequired: z.boolean().meta({
      description: 'True if a confirmation link was emailed; ConfirmEmail then returns the code and keys.', examples: [false]
    })
  })
)

const role = z.object({
  id: z.uuid().meta({ examples: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be001'] }), name: z.string().meta({ examples: ['Operator'] })
})
const businessName = z.string().meta({ examples: ['Comercial Andes SpA'] })

export const me = enveloped(
  'Me',
  z.object({
    user: user.extend({ userType, userTypeText: z.string().meta({ examples: [userTypes[2].name] }) }),
    roles: z.array(role),
    claims: z.array(z.string()).meta({
      description: 'The claims of all your roles, in alphabetical order.', examples: [['Folio.Read', 'Webhook.Read']]
    }),
    secondFactorSetupRequired: z.boolean().meta({
      description: 'Your company requires a second factor and you have none: until you set one up, you have no claims.',
      examples: [false]
    }),
    address: z.string().meta({ description: 'The IP address of this request.', examples: ['190.100.20.30'] }),
    tenant: z.object({
      tenantCode, businessName, taxNumber: z.string().meta({ examples: ['77777777-7'] }),
      environment: z.string().meta({ examples: ['certification'] }), taxAuthority,
      taxAuthorityText: z.string().meta({ examples: ['Simulator'] })
    }).meta({ description: 'The company of your token.' }),
    tenants: z.array(z.object({ tenantCode, businessName })).meta({
      description: 'The companies into which you can sign in from this address, in the order of their codes.'
    }),
    signedInAt: timestamp.meta({ description: 'When you gave your password. Tokens can be renewed for 12 hours after it.' }),
    expiration: timestamp.meta({ description: 'When the token of this request ends.' })
  })
)

export const sessions = envelopedList(
  'UserSession',
  z.object({
    id: z.uuid(),
    signedInAt: timestamp.meta({ description: 'When the password was given.' }),
    usedAt: timestamp.meta({ description: 'When its token was made, or renewed last.' }),
    expiresAt: timestamp.meta({ description: 'Unless it is renewed, none of its tokens is valid after this.' }),
    address: z.string().meta({ description: 'From where it was used last.', examples: ['190.100.20.30'] }),
    userAgent: z.string().meta({ description: 'The client, as it names itself.', examples: ['Mozilla/5.0 (X11; Linux x86_64)'] }),
    isCurrent: z.boolean().meta({ description: 'Whether it is the session of the token that you send.' })
  })
)

export const endedSessions = enveloped('EndedSessions', z.object({
  ended: z.int().meta({ description: 'How many sessions were ended.', examples: [2] })
}))

export const secondFactor = enveloped('SecondFactor', z.object({
  active: z.boolean().meta({ description: 'Whether codes are asked of you.', examples: [true] }),
  activeSince: timestamp.nullable().meta({ description: 'When the app of today was confirmed; null without one.' }),
  recoveryCodesLeft: z.int().meta({ description: 'Recovery codes that you have not used.', examples: [10] }),
  required: z.boolean().meta({ description: 'Whether your company requires a second factor.', examples: [false] })
}))

export const proofBody = z.strictObject({ password, code: secondFactorCode })

export const beginBody = z.strictObject({
  password,
  code: secondFactorCode.optional().meta({
    description: 'Of the second factor that you have, if any.', examples: ['492039']
  })
})

export const begun = enveloped('BegunSecondFactor', z.object({
  secret: z.string().meta({
    description: 'For apps into which it is typed, in base32.', examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP']
  }),
  uri: z.string().meta({
    description: 'For the QR code that apps scan.',
    examples: ['otpauth://totp/Timbre%20andes:ana%40andes.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Timbre%20andes&algorithm=SHA1&digits=6&period=30']
  })
}))

export const confirmSecondFactorBody = z.strictObject({
  code: secondFactorCode.meta({ description: 'The six digits that the new app shows.', examples: ['492039'] })
})

export const recoveryCodes = enveloped('RecoveryCodes', z.object({
  recoveryCodes: z.array(z.string()).meta({
    description: 'Each takes the place of a code of the app, once. Shown only in this answer.',
    examples: [['K5QW-6ZTB-NNSX-S43F']]
  })
}))

export { deletion } from '../../http/ids.ts'

export const confirmBody = z.strictObject({
  email,
  token: z.string().min(1).max(200).meta({
    description: 'From the email. Valid once, for 24 hours.',
    examples: ['Jx3vQ0c1dW8nT5yRk2LbHsZuPq7aXe4mGf6tVi9oKwA']
  }),
  password: password.meta({
    description: 'The password chosen at registration, or that of the account that the email already has.',
    examples: ['correo-tinta-lluvia']
  })
})

export const confirmed = enveloped('ConfirmEmail', z.object({ tenantCode, accessKey, secretKey, user }))
