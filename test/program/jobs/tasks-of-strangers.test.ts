import { expect, it, onTestFinished } from 'vitest'
import { startProgram } from '../../support/program.ts'
import { until } from '../../support/raw-connection.ts'

it('tasks requested by unauthenticated callers are prepared one at a time', async () => {
  const program = await startProgram({ working: false, settings: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  onTestFinished(() => program.close())
  const { worker } = program.composition
  const topic = 'preparePasswordReset'
  const preparing = () => worker.running().filter((task) => task.topic === topic).length
  const left = async () => (await program.rows('select from outbox_tasks where topic = $1', [topic])).length
  for (const name of ['ana', 'beto', 'carla']) {
    await program.call('POST', '/Auth/ForgotPassword', { body: { email: `${name}@example.com` } })
  }
  expect(await left()).toBe(3)

  await program.rows('begin')
  await program.rows('lock table directory_names in access exclusive mode')
  worker.start()
  await until(() => preparing() > 0)
  const atOnce = preparing()
  await program.rows('commit')

  expect(atOnce).toBe(1)
  await until(async () => await left() === 0)
})
