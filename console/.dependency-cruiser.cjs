// A page's folder imports the shared folders, and never another page; nothing imports the server's sources.
const shared = ['shared', 'session', 'text']

module.exports = {
  forbidden: [
    {
      name: 'the-console-is-a-client-of-the-api',
      severity: 'error',
      from: { path: '^console/src/' },
      to: { path: '^(src|test|bench|prisma)/' }
    },
    {
      name: 'places-do-not-know-each-other',
      severity: 'error',
      from: { path: '^console/src/([^/]+)/', pathNot: '^console/src/shell/' },
      to: { path: '^console/src/[^/]+/', pathNot: ['^console/src/$1/', `^console/src/(${shared.join('|')})/`, '^console/src/shell/preferences\\.tsx$'] }
    },
    {
      name: 'the-shell-knows-no-place',
      severity: 'error',
      from: { path: '^console/src/shell/' },
      to: { path: '^console/src/[^/]+/', pathNot: `^console/src/(shell|${shared.join('|')})/` }
    },
    {
      name: 'what-all-share-knows-no-place',
      severity: 'error',
      from: { path: `^console/src/(${shared.join('|')})/` },
      to: { path: '^console/src/[^/]+/', pathNot: `^console/src/(${shared.join('|')})/` }
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, path: '^console/src/', pathNot: '\\.d\\.ts$' }, to: {} }
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'browser', 'default'] }
  }
}
