import { expect, it } from 'vitest'
import { secretText, newSecret, signedHeaders } from '../../../src/services/notifications/signing.ts'
import { defined } from '../../support/expecting.ts'

// The example of the reference libraries of Standard Webhooks.
const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', at: new Date(1_614_265_330_999) }

it('matches the example of Standard Webhooks', () => {
  expect(signedHeaders(message, [secret])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  })
})

it('signs with each valid secret', () => {
  const other = newSecret()

  const signatures = defined(signedHeaders(message, [other, secret])['webhook-signature']).split(' ')

  expect(signatures).toEqual([
    signedHeaders(message, [other])['webhook-signature'], signedHeaders(message, [secret])['webhook-signature']
  ])
})

it('creates secrets of 32 random bytes', () => {
  expect(secretText(secret)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  expect(newSecret()).toHaveLength(32)
  expect(newSecret().equals(newSecret())).toBe(false)
})
