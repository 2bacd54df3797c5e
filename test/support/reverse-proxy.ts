import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/database/postgres-server.ts'

export const hasNginx = spawnSync('nginx', ['-v']).status === 0
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0

/** Debian's nginx with docker/nginx.conf before a service on each of the ports. */
export async function startReverseProxy (...upstreamPorts: number[]) {
  const { folder, inFolder } = certified('timbre-nginx-')
  const [plainPort, port] = [await freePort(), await freePort()]
  const config = nginxConfig({ plainPort, port, upstreamPorts })
    .replace('error_log stderr warn', 'error_log stderr crit').replaceAll('/tmp/', `${folder}/`).replaceAll('/run/secrets/', `${folder}/`)
  writeFileSync(inFolder('nginx.conf'), config)
  const nginx = spawn('nginx', ['-c', inFolder('nginx.conf'), '-p', folder, '-g', 'daemon off; master_process off;'], {
    stdio: ['ignore', 'ignore', 'inherit']
  })
  return { port, plainPort, stop: await startedProxy(nginx, { port, folder, signal: 'SIGQUIT' }) }
}

/** docker/nginx.conf with these ports on loopback. */
export function nginxConfig (
  { plainPort, port, upstreamPorts }: { plainPort: number, port: number, upstreamPorts: number[] }
): string {
  return readFileSync('docker/nginx.conf', 'utf8')
    .replace('server service:3000;', upstreamPorts.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' '))
    .replace('listen 8080', `listen 127.0.0.1:${plainPort}`).replace('listen 8443', `listen 127.0.0.1:${port}`)
}

/** Debian's HAProxy with docker/haproxy.cfg before a service on each of two ports. */
export async function startHaproxy (one: number, two: number) {
  const { folder, inFolder } = certified('timbre-haproxy-')
  const port = await freePort()
  const pem = ['tls_certificate', 'tls_key'].map((name) => readFileSync(inFolder(name), 'utf8')).join('')
  writeFileSync(inFolder('timbre.pem'), pem)
  const config = readFileSync('docker/haproxy.cfg', 'utf8')
    .replace('bind :8443', `bind 127.0.0.1:${port}`).replace('/etc/haproxy/', `${folder}/`)
    .replace('127.0.0.1:3000', `127.0.0.1:${one}`).replace('127.0.0.1:3001', `127.0.0.1:${two}`)
  writeFileSync(inFolder('haproxy.cfg'), config)
  const haproxy = spawn('haproxy', ['-db', '-f', inFolder('haproxy.cfg')], { stdio: 'ignore' })
  return { port, stop: await startedProxy(haproxy, { port, folder, signal: 'SIGUSR1' }) }
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
