// Which folder may import which. A folder may always import itself; anything not named here is forbidden.
const mayImport = {
  dte: [],
  shared: [],
  model: ['dte', 'shared'],
  database: ['shared'],
  repositories: ['dte', 'shared', 'model', 'generated'],
  services: ['dte', 'shared', 'model', 'repositories'],
  adapters: ['dte', 'shared', 'model', 'services/ports.ts'],
  jobs: ['services', 'shared', 'model'],
  http: ['services', 'shared', 'model', 'dte/errors.ts', 'dte/fields/payload.ts'],
  groups: ['services', 'shared', 'model', 'http', 'dte/fields/payload.ts', 'dte/tables/lookups.ts'],
  // The simulator stands in for somebody else's computer: it shares no code with the service it judges.
  'sii-simulator': [],
}

const inside = (path) => `^src/${path.replace('.', '\\.')}(/|$)`
const neighbours = Object.entries(mayImport).map(([folder, others]) => ({
  name: `${folder}-imports-only-what-it-may`,
  severity: 'error',
  from: { path: inside(folder) },
  to: { path: '^src/', pathNot: [folder, ...others].map(inside) },
}))

module.exports = {
  forbidden: [
    ...neighbours,
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
      from: { path: '^src/(dte|shared|model|repositories|services|jobs|adapters)/' },
      to: { path: 'node_modules/(@fastify/|fastify)' },
    },
    {
      name: 'dte-touches-no-outside-world',
      severity: 'error',
      from: { path: '^src/dte/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|util|zlib)$' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '^src/(server|supervisor|demo)\\.ts$|^src/cli/|^src/generated/' },
      to: {},
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules|^src/generated' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
