import { checkDigit } from '../../../src/dte/values/rut.ts'
import { between, type Random } from '../../random.ts'
import { requests, variationsPerAttack, type Attack, type Stage } from '../attack.ts'
import { json, requestBytes } from '../wire.ts'

type Make = (stage: Stage, random: Random, index: number) => { method?: string, path: string, body: object }

/** A burst from some addresses, since each has its bucket. */
function burst (name: string, kinds: readonly Make[]): Attack {
  return {
    kind: 'connections',
    name,
    lanes: 10,
    addresses: 10,
    locksOut: true,
    prepare: (stage, random) => requests(kinds.flatMap((make) =>
      Array.from({ length: Math.ceil(variationsPerAttack / kinds.length) }, (_, index) => {
        const { method = 'POST', path, body } = make(stage, random, index)
        return [`${path} ${index}`, requestBytes({ method, path, body: json(body) })] as const
      })))
  }
}

const stranger = (random: Random): string => `nadie-${between(random, 1, 1e9)}@example.com`

/** Operations that anyone may call, some of which hash a password. */
export const accountAttacks: readonly Attack[] = [
  burst('sign-in: wrong passwords of one user, unknown users', [
    ({ victim }, _random, index) => ({
      path: '/api/Auth/Login', body: { email: index % 2 === 0 ? victim : victim.toUpperCase(), password: `mala-${index}` }
    }),
    (_stage, random) => ({
      path: '/api/Auth/Login', body: { email: stranger(random), password: 'ñ'.repeat(between(random, 10, 128)) }
    })
  ]),
  burst('register, forgotten passwords, wrong tokens and keys', [
    (_stage, random, index) => {
      const digits = String(between(random, 78_000_000, 78_999_999))
      return {
        path: '/api/Auth/Register',
        body: {
          email: stranger(random), password: 'correo-tinta-lluvia', fullName: 'Nadie', companyTitle: `Nueva ${index} SpA`,
          taxNumber: `${digits}-${checkDigit(digits)}`
        }
      }
    },
    ({ victim }, random, index) => ({
      path: '/api/Auth/ForgotPassword', body: { email: index % 2 === 0 ? victim : stranger(random) }
    }),
    ({ victim }, random) => ({
      method: 'PUT', path: '/api/Auth/ChangePasswordForUsingToken',
      body: { email: victim, token: 'x'.repeat(between(random, 1, 200)), password: 'faro-nieve-cobre-87' }
    }),
    (_stage, random) => ({
      path: '/api/Tenant/GetAccessKeyAndSecretKeyValidation',
      body: {
        tenantCode: 'buena', accessKey: `ak_test_${between(random, 1, 1e9)}`, secretKey: `sk_${between(random, 1, 1e9)}`
      }
    })
  ])
]
