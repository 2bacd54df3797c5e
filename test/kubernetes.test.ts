import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { tmpdir } from 'node:os'
import type { Deployment } from 'kubernetes-types/apps/v1.d.ts'
import type { Job } from 'kubernetes-types/batch/v1.d.ts'
import type { ConfigMap, PodSpec, Service } from 'kubernetes-types/core/v1.d.ts'
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.d.ts'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '../src/program/config/config.ts'
import { defined, first } from './support/expecting.ts'
import { programSettings } from './support/program.ts'

const root = new URL('../', import.meta.url).pathname
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Manifest { apiVersion: string, kind: string, metadata: { name: string } }

const manifests = readdirSync(join(root, 'ops/kubernetes')).flatMap((file) =>
  parseAllDocuments(read(`ops/kubernetes/${file}`)).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() as Manifest
  }))

function named<Kind> (kind: string, name: string): Kind {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name)
  if (!found) throw new Error(`There is no ${kind} ${name}`)
  return found as Kind
}

/**
 * What TypeScript says of manifests that are written as literals of their types: members that are unknown, missing or
 * wrong.
 */
function problemsOf (judged: readonly Manifest[]): string[] {
  const text = judged.map((manifest, index) => {
    const module = manifest.apiVersion === 'v1' ? 'core/v1' : manifest.apiVersion.replace('.k8s.io/', '/')
    return `export const manifest${index}: import('kubernetes-types/${module}').${manifest.kind} = ${JSON.stringify(manifest)}`
  }).join('\n')
  const file = join(root, 'test/manifests.ts')
  const options: ts.CompilerOptions = {
    noEmit: true, strict: true, skipLibCheck: true, types: [], lib: ['lib.es5.d.ts'],
    module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023) : getSourceFile(name, ...rest)
  host.fileExists = (name) => name === file || fileExists(name)
  host.readFile = (name) => name === file ? text : readFile(name)
  return ts.getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const pods = {
  api: defined(named<Deployment>('Deployment', 'timbre-api').spec?.template?.spec),
  worker: defined(named<Deployment>('Deployment', 'timbre-worker').spec?.template?.spec),
  migration: defined(named<Job>('Job', 'timbre-migration').spec?.template?.spec)
}
const { data: configuration = {} } = named<ConfigMap>('ConfigMap', 'timbre')
const variablesOf = ({ containers }: PodSpec): Record<string, string> =>
  Object.fromEntries((first(containers).env ?? []).map(({ name, value = '' }) => [name, value]))

describe('the manifests for Kubernetes', () => {
  it('have only members of the API, and all required ones', { tags: 'slow' }, () => {
    expect(manifests.length).toBeGreaterThan(5)
    // The types are those of Kubernetes itself.
    expect(problemsOf(manifests.filter(({ kind }) => kind !== 'PodMonitor'))).toEqual([])
  })

  it('are refused with a misspelled, missing or mistyped member', { tags: 'slow' }, () => {
    const text = JSON.stringify(named<Manifest>('Deployment', 'timbre-api'))
    const changed = (from: string, to: string): Manifest => JSON.parse(text.replace(from, to)) as Manifest

    expect(problemsOf([
      changed('"livenessProbe"', '"livenesProbe"'), changed('"template":', '"strategies":'), changed('"replicas":2', '"replicas":"two"')
    ])).toEqual([
      expect.stringContaining("'\"livenesProbe\"' does not exist in type 'Container'"),
      expect.stringContaining("'\"strategies\"' does not exist in type 'DeploymentSpec'"),
      "Type 'string' is not assignable to type 'number'."
    ])
  })

  it('have one image, and select their own pods', () => {
    const images = Object.values(pods).map(({ containers }) => first(containers).image)
    const deployment = defined(named<Deployment>('Deployment', 'timbre-api').spec)
    const { labels } = defined(deployment.template.metadata)

    expect(new Set(images)).toEqual(new Set(['registry.example.cl/timbre:TAG']))
    expect(deployment.selector.matchLabels).toEqual(labels)
    expect(defined(named<Service>('Service', 'timbre-api').spec).selector).toEqual(labels)
    expect(deployment.replicas).toBeGreaterThan(1)
    for (const name of ['timbre-api', 'timbre-worker']) {
      expect(defined(named<PodDisruptionBudget>('PodDisruptionBudget', name).spec)).toEqual({
        maxUnavailable: 1, selector: defined(named<Deployment>('Deployment', name).spec).selector
      })
    }
  })

  it('let the ingress reach the API alone, Prometheus the metrics, and no pod a private address but PostgreSQL', () => {
    const [all, api] = ['timbre', 'timbre-api'].map((name) => defined(named<NetworkPolicy>('NetworkPolicy', name).spec))
    const labelsOf = (name: string) => defined(named<Deployment>('Deployment', name).spec).template.metadata?.labels
    const ports = pods.api.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name))

    expect(labelsOf('timbre-worker')).toMatchObject(defined(all?.podSelector.matchLabels))
    expect(api?.podSelector.matchLabels).toEqual(labelsOf('timbre-api'))
    const portsOf = (rules: { ports?: { port?: number | string }[] }[] = []) =>
      rules.flatMap(({ ports = [] }) => ports.map(({ port }) => port))
    expect([portsOf(all?.ingress), portsOf(api?.ingress)]).toEqual([['metrics'], ['http']])
    expect(ports).toEqual(expect.arrayContaining(['metrics', 'http']))
    expect(portsOf(all?.egress?.filter(({ to }) => to === undefined))).toEqual([53, 53, 5432])
  })

  it('have an ingress that leads the host of PUBLIC_URL to the API', () => {
    const { hostname } = new URL(defined(configuration['PUBLIC_URL']))
    const { tls = [], rules = [] } = defined(named<Ingress>('Ingress', 'timbre').spec)
    const service = named<Service>('Service', 'timbre-api')

    expect([first(tls).hosts, first(rules).host]).toEqual([[hostname], hostname])
    expect(first(defined(first(rules).http).paths).backend.service).toEqual({
      name: service.metadata?.name, port: { name: first(defined(service.spec?.ports)).name }
    })
  })

  it('have the metrics of API and worker scraped as the job of the alert rules', () => {
    const { spec } = named<Manifest & { spec: { jobLabel: string, selector: unknown, podMetricsEndpoints: { port: string }[] } }>('PodMonitor', 'timbre')
    const { labels = {} } = defined(named<Deployment>('Deployment', 'timbre-worker').spec?.template.metadata)

    expect(labels[spec.jobLabel]).toBe('timbre')
    expect(read('ops/prometheus/alerts.yml')).toContain('up{job="timbre"}')
    expect(spec.podMetricsEndpoints).toEqual([{ port: 'metrics', interval: '30s' }])
    expect(spec.selector).toMatchObject({ matchExpressions: [{ values: ['api', 'worker'] }] })
  })

  it('probe liveness and readiness separately', () => {
    const { livenessProbe, readinessProbe, startupProbe, ports } = first(pods.api.containers)

    expect(ports).toEqual([{ name: 'http', containerPort: 3000 }, { name: 'metrics', containerPort: 9464 }])
    expect([startupProbe, livenessProbe, readinessProbe].map((probe) => defined(probe).httpGet)).toEqual(
      ['/health/live', '/health/live', '/health/ready?exclude=writes'].map((path) => ({ path, port: 'http' })))
    // Longer than the minute for which a start waits for the database.
    expect(defined(startupProbe?.periodSeconds) * defined(startupProbe?.failureThreshold)).toBeGreaterThan(60)
    expect(defined(pods.worker.containers[0]?.livenessProbe).httpGet).toEqual({ path: '/metrics', port: 'metrics' })
    expect(pods.worker).not.toHaveProperty('containers.0.readinessProbe')
  })

  it.each(['api', 'worker'] as const)('give the %s time to stop with the longest SHUTDOWN_DELAY_SECONDS', (role) => {
    expect(pods[role].terminationGracePeriodSeconds).toBeGreaterThanOrEqual(60 + 20)
  })

  it.each(Object.entries(pods))('give the %s no rights and no variables of other services', (_role, pod) => {
    expect(pod).toMatchObject({
      enableServiceLinks: false, automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [{
        securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        resources: { limits: { memory: expect.any(String) } }
      }]
    })
  })
})

describe('the settings in the manifests', () => {
  let folder: string
  beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'timbre-kubernetes-')) })
  afterAll(() => { rmSync(folder, { recursive: true }) })

  it.each(['api', 'worker'] as const)('start Timbre as %s', (role) => {
    const secrets = programSettings('postgresql://timbre@127.0.0.1/timbre') as Record<string, string>
    const given = Object.fromEntries(Object.entries(variablesOf(pods[role])).map(([name, value]) => {
      if (!name.endsWith('_FILE')) return [name, value]
      const path = join(folder, basename(value))
      writeFileSync(path, defined(secrets[name.slice(0, -5)]))
      return [name, path]
    }))

    expect(readConfig({ NODE_ENV: 'production', ...configuration, ...given })).toMatchObject({
      ROLE: role, PUBLIC_URL: configuration['PUBLIC_URL'], SHUTDOWN_DELAY_SECONDS: 10, DATABASE_URL: secrets['DATABASE_URL']
    })
  })

  it('name secrets where they are mounted, and the password of the owner of the tables for migrations only', () => {
    for (const pod of Object.values(pods)) {
      const { mountPath } = defined(pod.containers[0]?.volumeMounts?.find(({ name }) => name === 'secrets'))
      for (const [name, path] of Object.entries(variablesOf(pod)).filter(([name]) => name.endsWith('_FILE'))) {
        expect(path).toBe(`${mountPath}/${name.slice(0, -5).toLowerCase()}`)
      }
    }
    const holders = Object.entries(pods).filter(([, pod]) => JSON.stringify(pod).includes('owner')).map(([name]) => name)
    expect(holders).toEqual(['migration'])
  })
})
