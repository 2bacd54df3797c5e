// Which folder of src, or which file at its top, may import which. A folder may always import itself; anything not
// named here is forbidden. Listed from the ground up: each imports only what stands above it in the table.
const layers = {
  generated: [],
  dte: [],
  shared: [],
  'certification/books': ['dte'],
  'certification/sets': ['certification/books', 'dte'],
  model: ['certification/sets', 'dte', 'shared'],
  database: ['shared'],
  repositories: ['model', 'dte', 'shared', 'generated'],
  services: ['model', 'dte', 'shared', 'repositories'],
  'certification/workflow': ['certification/books', 'certification/sets', 'model', 'dte', 'shared', 'repositories', 'services'],
  adapters: ['certification/sets/review-mail.ts', 'model', 'dte', 'shared', 'services/ports.ts', 'services/mail-ports.ts'],
  http: [
    'model', 'services', 'shared', 'dte/errors.ts', 'dte/fields/payload.ts', 'dte/values/calendar.ts', 'dte/values/email.ts', 'dte/values/rut.ts'
  ],
  'certification/operations': ['certification/workflow', 'certification/sets', 'model', 'services', 'shared', 'http', 'dte/fields/payload.ts'],
  groups: [
    'certification/operations/index.ts', 'certification/workflow/result-files.ts', 'model', 'services', 'shared', 'http',
    'dte/fields/payload.ts', 'dte/registry', 'dte/tables', 'dte/values/rut.ts'
  ],
  // The tools of assistants, over operations of the API.
  mcp: ['groups/webhook/save-examples.ts', 'groups/webhook/schemas.ts', 'http', 'model/document-states.ts', 'shared'],

  // What makes a running program of all this.
  program: [
    'certification/workflow', 'groups/catalogue.ts', 'mcp', 'http', 'services', 'adapters', 'repositories', 'database', 'model', 'dte',
    'shared'
  ],
  // A company's way through certification, by the API alone.
  'certification/rehearsal': ['program/demo/client.ts'],
  'server.ts': ['program', 'http'],
  'supervisor.ts': ['program/supervision', 'shared/sibling-program.ts'],
  // The commands of operators and developers.
  cli: [
    'program', 'certification/rehearsal', 'http/app.ts', 'http/plugins/request-log.ts', 'groups/catalogue.ts',
    'groups/auth/schemas.ts', 'http/failure.ts', 'http/openapi/description.ts', 'services', 'repositories', 'database',
    'shared', 'dte/errors.ts', 'dte/tables'
  ]
}

// The folders of a layer: which may import which others, again from the ground up. Any folder may import the loose
// files of its layer, and those may import no folder; a loose file that needs folders is listed like one.
const folders = {
  dte: {
    values: [],
    tables: ['values'],
    fields: ['tables', 'values'],
    'document.ts': ['fields', 'values'],
    xml: ['document.ts', 'fields', 'tables', 'values'],
    signing: ['document.ts', 'xml', 'values'],
    exchange: ['signing', 'xml', 'values'],
    registry: ['values'],
    reading: ['document.ts', 'fields', 'tables', 'values'],
    notes: ['document.ts', 'reading', 'fields', 'tables', 'values'],
    printing: ['document.ts', 'reading', 'xml', 'fields', 'tables', 'values'],
    receiving: ['printing', 'signing', 'xml', 'tables', 'values']
  },
  services: {
    secrets: [],
    tasks: [],
    audit: [],
    directory: [],
    mail: ['directory', 'secrets', 'tasks'],
    access: ['audit', 'mail', 'secrets', 'tasks'],
    'warnings.ts': ['access', 'mail'],
    tenants: ['access', 'audit', 'mail', 'secrets', 'tasks', 'warnings.ts'],
    customers: ['audit', 'tasks', 'tenants'],
    invoicing: ['audit', 'customers', 'directory', 'mail', 'tasks', 'warnings.ts'],
    bulk: ['invoicing', 'audit', 'secrets', 'tasks'],
    notifications: ['invoicing', 'audit', 'secrets', 'tasks'],
    receiving: ['audit', 'invoicing', 'mail', 'tasks', 'tenants', 'warnings.ts'],
    mailbox: ['invoicing', 'receiving', 'audit', 'secrets', 'tasks', 'tenants', 'warnings.ts'],
    printing: ['invoicing', 'audit', 'mail'],
    publishing: ['audit', 'invoicing', 'mail', 'printing', 'tasks'],
    evidence: ['audit', 'invoicing', 'printing', 'warnings.ts'],
    reports: ['invoicing', 'mail', 'tenants', 'warnings.ts'],
    restoring: ['bulk', 'invoicing']
  },
  'services/invoicing': {
    references: [],
    issuing: ['references'],
    registry: [],
    notes: ['issuing', 'references'],
    delivery: ['issuing', 'references', 'registry'],
    documents: ['delivery']
  },
  'repositories/invoicing': { documents: [], lists: ['documents'], delivery: [], exchange: [] },
  http: {
    connections: [],
    bodies: [],
    openapi: [],
    plugins: ['bodies', 'connections'],
    pages: ['plugins'],
    'sheet-imports.ts': ['plugins'],
    'operation.ts': ['bodies', 'openapi', 'plugins'],
    'app.ts': ['bodies', 'connections', 'openapi', 'operation.ts', 'pages', 'plugins']
  },
  adapters: {
    archives: [],
    judging: [],
    threads: [],
    addresses: [],
    'key-stores': ['threads'],
    mail: [],
    'mail-intake': ['addresses', 'threads'],
    notifications: ['addresses'],
    pdf: ['threads'],
    sii: ['threads'],
    spreadsheet: ['archives', 'threads']
  },
  program: {
    config: [],
    supervision: [],
    monitoring: ['supervision'],
    jobs: [],
    compose: ['config', 'monitoring', 'jobs'],
    startup: ['compose', 'config', 'monitoring', 'jobs', 'supervision'],
    demo: ['startup', 'config']
  },
  cli: { bulk: [], listen: [], 'commands.ts': ['bulk', 'listen'], 'run.ts': ['commands.ts'], 'timbre.ts': ['run.ts'] }
}

for (const table of [layers, ...Object.values(folders)]) {
  const names = Object.keys(table)
  for (const [name, others] of Object.entries(table)) {
    const unordered = others.find((other) => !names.slice(0, names.indexOf(name)).includes(topOf(other, names)))
    if (unordered) throw new Error(`${name} imports ${unordered}, which is not listed above it.`)
  }
}

function topOf (path, names) {
  return names.find((name) => path === name || path.startsWith(`${name}/`))
}

const inside = (path) => `^src/${path.replaceAll('.', '\\.')}(/|$)`

const betweenLayers = Object.entries(layers).map(([layer, others]) => ({
  name: `${layer}-imports-only-what-it-may`,
  severity: 'error',
  from: { path: inside(layer) },
  to: { path: '^src/', pathNot: [layer, ...others].map(inside) }
}))

const betweenFolders = Object.entries(folders).flatMap(([layer, table]) => {
  const listed = Object.keys(table).map((folder) => inside(`${layer}/${folder}`))
  const loose = { path: `^src/${layer}/[^/]+$`, pathNot: listed }
  return [
    ...Object.entries(table).map(([folder, others]) => ({
      name: `${layer}/${folder}-imports-only-what-it-may`,
      severity: 'error',
      from: { path: inside(`${layer}/${folder}`) },
      to: {
        path: listed, pathNot: [folder, ...others].map((other) => inside(`${layer}/${other}`))
      }
    })),
    {
      name: `loose-files-of-${layer}-import-no-folder`,
      severity: 'error',
      from: loose,
      to: { path: [...listed, `^src/${layer}/[^/]+/`] }
    },
    {
      name: `every-folder-of-${layer}-is-listed`,
      severity: 'error',
      from: { path: `^src/${layer}/[^/]+/`, pathNot: listed },
      to: {}
    }
  ]
})

module.exports = {
  forbidden: [
    ...betweenLayers,
    {
      name: 'every-layer-is-listed',
      severity: 'error',
      from: { path: '^src/', pathNot: Object.keys(layers).map(inside) },
      to: { path: '^src/' },
    },
    ...betweenFolders,
    {
      name: 'groups-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/groups/([^/]+)/' },
      to: { path: '^src/groups/', pathNot: '^src/groups/$1/' },
    },
    {
      name: 'prisma-stays-in-repositories',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(repositories|generated|database)/' },
      to: { path: '^src/generated/|node_modules/@prisma/' },
    },
    {
      name: 'fastify-stays-in-http',
      severity: 'error',
      from: { path: '^src/(dte|shared|model|repositories|services|adapters|program/jobs)/' },
      to: { path: 'node_modules/(@fastify/|fastify)' },
    },
    {
      name: 'dte-touches-no-outside-world',
      severity: 'error',
      from: { path: '^src/(dte|certification/(books|sets))/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|util|zlib)$' },
    },
    {
      name: 'the-simulator-shares-no-code-with-the-service-it-judges',
      severity: 'error',
      from: { path: '^sii-simulator/' },
      to: { path: '^src/' },
    },
    {
      name: 'the-simulator-is-another-program',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(program/compose|cli)/' },
      to: { path: '^sii-simulator/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '^src/(server|supervisor)\\.ts$|^src/cli/|^src/generated/' },
      to: {},
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules|^src/generated' },
    exclude: { path: '^sii-simulator/test/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
