import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/database/postgres-server.ts'

/** What a proxy passes requests to: two instances on ports of this machine, or a service that has a name. */
export type Backend = { ports: readonly [number, number] } | { service: string, nameServer?: string }

export const isInstalled = {
  nginx: spawnSync('nginx', ['-v']).status === 0,
  haproxy: spawnSync('haproxy', ['-v']).status === 0,
  caddy: spawnSync('caddy', ['version']).status === 0
}

export type ProxyName = keyof typeof isInstalled

/** Debian's nginx with docker/nginx.conf, of which addresses and folders are replaced. */
export async function startNginx (backend: Backend) {
  const { folder, inFolder } = certified('timbre-nginx-')
  const [plainPort, port] = [await freePort(), await freePort()]
  writeFileSync(inFolder('nginx.conf'), nginxConfig({ plainPort, port, backend })
    .replace('error_log stderr warn', 'error_log stderr crit').replaceAll('/tmp/', `${folder}/`).replaceAll('/run/secrets/', `${folder}/`))
  const nginx = spawn('nginx', ['-c', inFolder('nginx.conf'), '-p', folder, '-g', 'daemon off; master_process off;'], {
    stdio: ['ignore', 'ignore', 'inherit']
  })
  return { port, plainPort, stop: await startedProxy(nginx, { port, folder, signal: 'SIGQUIT' }) }
}

/** docker/nginx.conf with these ports on loopback, before a backend. */
export function nginxConfig ({ plainPort, port, backend }: { plainPort: number, port: number, backend: Backend }): string {
  const config = readFileSync('docker/nginx.conf', 'utf8')
    .replace('listen 8080', `listen 127.0.0.1:${plainPort}`).replace('listen 8443', `listen 127.0.0.1:${port}`)
  return 'ports' in backend
    ? withPorts(config, backend.ports).replace('service:3000', 'instances')
    : config.replace('service:3000', backend.service).replace('127.0.0.11', backend.nameServer ?? '127.0.0.11')
}

/** Debian's HAProxy with docker/haproxy.cfg, of which addresses and folders are replaced. */
export async function startHaproxy (ports: readonly [number, number]) {
  const { folder, inFolder } = certified('timbre-haproxy-')
  const port = await freePort()
  const pem = ['tls_certificate', 'tls_key'].map((name) => readFileSync(inFolder(name), 'utf8')).join('')
  writeFileSync(inFolder('timbre.pem'), pem)
  const config = withPorts(readFileSync('docker/haproxy.cfg', 'utf8'), ports)
    .replace('bind :8443', `bind 127.0.0.1:${port}`).replace('/etc/haproxy/', `${folder}/`)
  writeFileSync(inFolder('haproxy.cfg'), config)
  const haproxy = spawn('haproxy', ['-db', '-f', inFolder('haproxy.cfg')], { stdio: 'ignore' })
  return { port, stop: await startedProxy(haproxy, { port, folder, signal: 'SIGUSR1' }) }
}

/** Debian's Caddy with docker/Caddyfile, of which addresses and the certificate are replaced. */
export async function startCaddy (ports: readonly [number, number]) {
  const { folder, inFolder } = certified('timbre-caddy-')
  const port = await freePort()
  const config = withPorts(readFileSync('docker/Caddyfile', 'utf8'), ports)
    .replace('\n{\n', '\n{\n\tadmin off\n\tauto_https disable_redirects\n')
    .replace('timbre.example.cl {', `https://127.0.0.1:${port} {
\tbind 127.0.0.1
\ttls ${inFolder('tls_certificate')} ${inFolder('tls_key')}`)
  writeFileSync(inFolder('Caddyfile'), config)
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', inFolder('Caddyfile')], {
    stdio: 'ignore', env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  })
  return { port, stop: await startedProxy(caddy, { port, folder, signal: 'SIGTERM' }) }
}

function withPorts (config: string, [one, two]: readonly [number, number]): string {
  return config.replace('127.0.0.1:3001', `127.0.0.1:${one}`).replace('127.0.0.1:3002', `127.0.0.1:${two}`)
}

/** A new folder with a certificate of localhost, as docker/make-secrets names its files. */
export function certified (prefix: string) {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const inFolder = (name: string): string => join(folder, name)
  execFileSync('openssl', [
    'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost',
    '-keyout', inFolder('tls_key'), '-out', inFolder('tls_certificate')
  ], { stdio: 'ignore' })
  return { folder, inFolder }
}

/** Waits until it listens. Gives what stops it: by `signal`, after the requests that it has. */
async function startedProxy (
  proxy: ChildProcess, { port, folder, signal }: { port: number, folder: string, signal: NodeJS.Signals }
): Promise<() => Promise<void>> {
  const ended = once(proxy, 'exit').then(([code]) => { throw new Error(`${proxy.spawnfile} ended with ${code}`) })
  await Promise.race([untilListening(port), ended])
  ended.catch(() => {})
  return async () => {
    proxy.kill(signal)
    const timer = setTimeout(() => { proxy.kill('SIGKILL') }, 2000)
    await once(proxy, 'exit')
    clearTimeout(timer)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function untilListening (port: number): Promise<void> {
  for (;;) {
    const socket = connect({ host: '127.0.0.1', port })
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => { resolve(true) }).once('error', () => { resolve(false) })
    })
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => { setTimeout(resolve, 20) })
  }
}
