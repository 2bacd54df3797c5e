import accessibility from 'eslint-plugin-jsx-a11y'
import hooks from 'eslint-plugin-react-hooks'
import neostandard from 'neostandard'
import tseslint from 'typescript-eslint'

const readsEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Read settings from src/program/config/config.ts.',
}
const timesOutWeakly = {
  selector: "MemberExpression[object.name='AbortSignal'][property.name='timeout']",
  message: 'Take timeoutSignal: among the signals of AbortSignal.any this one may be lost.',
}
const readsClock = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: 'Take the time as an argument.',
}

// The service and the simulator are held to the strictest rules.
const programs = ['src/**/*.ts', 'sii-simulator/**/*.ts']
const simulatorTests = ['sii-simulator/test/**']

export default [
  ...neostandard({ ts: true, ignores: ['dist', 'dist.*', 'src/generated', 'data', 'demo', 'coverage', 'clients/typescript/schema.d.ts', 'clients/typescript/dist'] }),
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: programs, ignores: simulatorTests })),
  {
    rules: {
      // A long object in a few full lines reads better than in many short ones.
      '@stylistic/object-property-newline': 'off',
      '@stylistic/max-len': ['error', {
        code: 120, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true
      }],
    },
  },
  {
    files: programs,
    ignores: simulatorTests,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/unbound-method': 'off', // verbs are closures that know no `this`, so they may be handed around
      '@typescript-eslint/require-await': 'off', // a Fastify plugin is async whether or not it waits
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 10],
      'no-restricted-syntax': ['error', readsEnvironment, timesOutWeakly],
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ['sii-simulator/**'],
    rules: {
      'no-restricted-imports': ['error', {
        patterns: [{ regex: 'sii-simulator/(?!index\\.ts|server\\.ts)', message: 'Import sii-simulator/index.ts.' }]
      }],
    },
  },
  {
    files: ['console/src/**/*.{ts,tsx}'],
    ...accessibility.flatConfigs.recommended,
    plugins: { ...accessibility.flatConfigs.recommended.plugins, 'react-hooks': hooks },
    rules: {
      ...accessibility.flatConfigs.recommended.rules,
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'jsx-a11y/no-autofocus': 'off', // a dialog and the sign-in begin at their first field
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      '@stylistic/max-len': ['error', {
        code: 140, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true
      }],
      '@stylistic/jsx-closing-tag-location': 'off', // a fragment in one line with its first element
      '@stylistic/multiline-ternary': 'off',
      'react/jsx-handler-names': 'off',
      'no-void': ['error', { allowAsStatement: true }] // a handler that starts what nobody waits for
    },
  },
  {
    files: ['console/**/*.ts', 'console/**/*.tsx'],
    rules: { 'no-empty-pattern': 'off' } // Playwright reads a fixture's needs from its first parameter
  },
  // Tables: an entry for each code, whose number is the law's.
  {
    files: ['src/dte/errors.ts', 'src/shared/errors.ts', 'src/services/invoicing/sii-codes.ts'],
    rules: { 'max-lines': 'off' }
  },
  { files: ['src/program/config/config.ts', 'sii-simulator/server.ts', 'src/adapters/pdf/typst-child.ts', 'src/adapters/mail-intake/session-process.ts', 'src/program/supervision/environment.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['src/dte/**', 'src/certification/books/**', 'src/certification/sets/**'],
    rules: {
      'no-restricted-globals': ['error', 'fetch', 'setTimeout', 'process'],
      'no-restricted-properties': ['error', { object: 'Date', property: 'now' }, { object: 'Math', property: 'random' }],
      'no-restricted-syntax': ['error', readsEnvironment, readsClock],
    },
  },
]
