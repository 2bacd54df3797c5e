import { createSimulator } from './simulator.ts'

const { HOST: host = '127.0.0.1', SII_SIMULATOR_PORT: port = '0', DATA: dataDir } = process.env

const simulator = await createSimulator(dataDir === undefined ? {} : { dataDir })
const address = await simulator.listen(Number(port), host)
process.stdout.write(`SII simulator listening at ${address}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => { simulator.close().catch(reportAndFail) })
}

function reportAndFail (error: unknown): void {
  process.stderr.write(`${String(error)}\n`)
  process.exitCode = 1
}
