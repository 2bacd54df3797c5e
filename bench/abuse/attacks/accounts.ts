import { checkDigit } from '../../../src/dte/values/rut.ts'
import { between, pick, type Random } from '../../random.ts'
import { requests, variationsPerAttack, type Attack, type Stage } from '../attack.ts'
import { json, requestBytes } from '../wire.ts'

const password = 'equivocada-otra-vez'

/** Bursts on the operations that anyone may call, from some addresses, since each has its bucket. */
function burst (
  name: string, path: string, bodyOf: (stage: Stage, random: Random, index: number) => object,
  { method = 'POST', ...more }: { method?: string, locksOut?: true } = {}
): Attack {
  return {
    kind: 'connections',
    name,
    lanes: 10,
    addresses: 10,
    ...more,
    prepare: (stage, random) => requests(Array.from({ length: variationsPerAttack }, (_, index) =>
      [`${path} ${index}`, requestBytes({ method, path, body: json(bodyOf(stage, random, index)) })] as const))
  }
}

const stranger = (random: Random): string => `nadie-${between(random, 1, 1e9)}@example.com`

export const accountAttacks: readonly Attack[] = [
  burst(
    'Login, wrong passwords of one user',
    '/api/Auth/Login',
    ({ victim }, _random, index) => ({
      email: index % 2 === 0 ? victim : victim.toUpperCase(), password: `${password}-${index}`
    }),
    { locksOut: true }
  ),
  burst(
    'Login, users unknown',
    '/api/Auth/Login',
    (_stage, random) => ({
      email: stranger(random), password: pick(random, [password, 'x'.repeat(256), 'ñ'.repeat(128)])
    })
  ),
  burst('Register', '/api/Auth/Register', (_stage, random, index) => {
    const digits = String(between(random, 78_000_000, 78_999_999))
    return {
      email: stranger(random), password: 'correo-tinta-lluvia', fullName: 'Nadie', companyTitle: `Nueva ${index} SpA`,
      taxNumber: `${digits}-${checkDigit(digits)}`
    }
  }),
  burst(
    'ForgotPassword', '/api/Auth/ForgotPassword',
    ({ victim }, random, index) => ({ email: index % 2 === 0 ? victim : stranger(random) }), { locksOut: true }
  ),
  burst(
    'new password with a wrong token',
    '/api/Auth/ChangePasswordForUsingToken',
    ({ victim }, random, index) => ({
      email: victim,
      token: index % 2 === 0 ? 'x'.repeat(between(random, 1, 200)) : String(between(random, 1, 1e9)).padStart(43, 'x'),
      password: 'faro-nieve-cobre-87'
    }),
    { method: 'PUT', locksOut: true }
  ),
  burst(
    'keys guessed',
    '/api/Tenant/GetAccessKeyAndSecretKeyValidation',
    (_stage, random) => ({
      tenantCode: 'buena', accessKey: `ak_test_${between(random, 1, 1e9)}`, secretKey: `sk_${between(random, 1, 1e9)}`
    })
  )
]
