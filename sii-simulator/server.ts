import { createSimulator } from './simulator.ts'

const { HOST: host = '127.0.0.1', SII_SIMULATOR_PORT: port = '0', DATA: dataDir, ANSWERS: answers, SEED: seed = '1' } = process.env
if (answers !== undefined && answers !== 'genuine' && answers !== 'tidy') throw new Error('ANSWERS must be genuine or tidy.')
if (!/^\d{1,9}$/.test(seed)) throw new Error('SEED must be a whole number of at most nine digits.')

const simulator = await createSimulator({ ...dataDir !== undefined && { dataDir }, answers, seed: Number(seed) })
const address = await simulator.listen(Number(port), host)
process.stdout.write(`SII simulator listening at ${address}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => { simulator.close().catch(reportAndFail) })
}

function reportAndFail (error: unknown): void {
  process.stderr.write(`${String(error)}\n`)
  process.exitCode = 1
}
