import { defineCommand, exitCodes, type Command } from './command.ts'
import { listenDescription, listenEnds, listenOptions, listenSummary, listenUsage } from './listen/options.ts'
import { bulkDescription, bulkEnds, bulkOptions, bulkSummary, bulkUsage } from './bulk/options.ts'

const serverSettings = 'Uses the settings of the server: environment variables, .env, or files named by NAME_FILE.'

/** Every command. Their code is loaded when they run, so that help and clients need not wait for the server's. */
export const commands: readonly Command[] = [
  defineCommand({
    name: 'bulk',
    summary: bulkSummary,
    usage: bulkUsage,
    description: bulkDescription,
    options: bulkOptions,
    takesFiles: true,
    ends: bulkEnds,
    run: async ({ values, files }, terminal) => {
      const { runBulk } = await import('./bulk/command.ts')
      return runBulk({ values, files }, terminal)
    }
  }),

  defineCommand({
    name: 'listen',
    summary: listenSummary,
    usage: listenUsage,
    description: listenDescription,
    options: listenOptions,
    ends: listenEnds,
    run: async ({ values }, terminal) => (await import('./listen/command.ts')).runListen(values, terminal)
  }),

  defineCommand({
    name: 'tenant create',
    summary: 'Create a tenant with its first administrator and its keys',
    usage: ['--tax-number RUT --name NAME --email EMAIL --full-name NAME [options]'],
    description: `Prints the keys, and the password of a person who is new, once. Registration may stay closed.\n${serverSettings}`,
    options: {
      code: { type: 'string', value: 'CODE', description: 'the tenant\'s code; derived from the name if omitted' },
      'tax-number': { type: 'string', value: 'RUT', description: 'the company\'s RUT' },
      name: { type: 'string', value: 'NAME', description: 'the company\'s legal name' },
      email: { type: 'string', value: 'EMAIL', description: 'the first administrator\'s email' },
      'full-name': { type: 'string', value: 'NAME', description: 'the first administrator\'s name' },
      environment: {
        type: 'string', value: 'NAME', default: 'certification',
        description: 'of the SII: certification or production; certification by default'
      },
      simulator: { type: 'boolean', default: false, description: 'send its documents to the simulator, not to the SII' }
    },
    run: async ({ values }, terminal) => (await import('./operator.ts')).createTenant(values, { terminal })
  }),

  defineCommand({
    name: 'tenant list',
    summary: 'List every tenant with its administrators',
    description: serverSettings,
    options: {},
    run: async (_call, terminal) => (await import('./operator.ts')).listTenants({ terminal })
  }),

  defineCommand({
    name: 'tenant administrator',
    summary: 'Make a person an administrator of a tenant',
    usage: ['--code CODE --email EMAIL [--full-name NAME]'],
    description: `Prints the password of a person who is new, once. Others keep the one that they have.\n${serverSettings}`,
    options: {
      code: { type: 'string', value: 'CODE', description: 'the tenant' },
      email: { type: 'string', value: 'EMAIL', description: 'the person' },
      'full-name': { type: 'string', value: 'NAME', description: 'the person\'s name, if they are no user of the tenant yet' }
    },
    run: async ({ values }, terminal) => (await import('./operator.ts')).appointAdministrator(values, { terminal })
  }),

  defineCommand({
    name: 'user reset-password',
    summary: 'Give a person a new password and end their sessions',
    usage: ['--email EMAIL [--second-factor]'],
    description: `Prints the password once. For people who cannot read their mail; others reset it themselves.\n${serverSettings}`,
    options: {
      email: { type: 'string', value: 'EMAIL', description: 'the person' },
      'second-factor': {
        type: 'boolean', default: false,
        description: 'take away the second factor too, in every tenant: for somebody whom no administrator can help'
      }
    },
    run: async ({ values }, terminal) => (await import('./operator.ts')).resetPassword(values, { terminal })
  }),

  defineCommand({
    name: 'mailbox disable',
    summary: 'Switch off the mailbox of a tenant',
    usage: ['--tenant CODE'],
    description: `Timbre does not read it until a user of the tenant sets it again. Works also while Timbre does not answer.\n${serverSettings}`,
    options: { tenant: { type: 'string', value: 'CODE', description: 'the tenant' } },
    run: async ({ values }, terminal) => (await import('./mailbox.ts')).disableMailbox(values, { terminal })
  }),

  defineCommand({
    name: 'mailbox list',
    summary: 'List the tenants\' mailboxes, and which are off',
    description: serverSettings,
    options: {},
    run: async (_call, terminal) => (await import('./mailbox.ts')).listMailboxes({ terminal })
  }),

  defineCommand({
    name: 'directory import',
    summary: 'Import the SII\'s directory of electronic taxpayers',
    usage: ['FILE [options]'],
    description: `FILE is ce_empresas_dwnld_AAAAMMDD.csv as the SII gives it. The directory is of the whole installation: documents go
to the mailboxes that companies have in it. It takes the place of the older one only when it is complete.
Lines that cannot be read are left out and reported by their number.\n${serverSettings}`,
    options: {
      for: {
        type: 'string', value: 'NAME', default: 'production',
        description: 'whose directory it is: production, certification or simulator; production by default'
      },
      date: { type: 'string', value: 'DATE', description: 'the day of the file, YYYY-MM-DD; by default the one in its name' },
      problems: { type: 'string', value: 'FILE', description: 'write the number and reason of each line left out to this file' },
      force: { type: 'boolean', default: false, description: 'import also an older file, or one that seems incomplete' }
    },
    takesFiles: true,
    run: async ({ values, files }, terminal) => (await import('./directory.ts')).importDirectory(values, files, { terminal })
  }),

  defineCommand({
    name: 'directory list',
    summary: 'Show the directories of electronic taxpayers that are in use',
    description: serverSettings,
    options: {},
    run: async (_call, terminal) => (await import('./directory.ts')).listDirectories({ terminal })
  }),

  defineCommand({
    name: 'audit verify',
    summary: 'Check the hash chain of every tenant\'s audit log and print an anchor for each',
    description: `Store the anchors where no writer of the database can change them.\n${serverSettings}`,
    options: {
      tenant: { type: 'string', value: 'CODE', description: 'check one tenant only: its code or its id' },
      anchor: {
        type: 'string', value: 'ANCHOR', multiple: true, default: [],
        description: 'an earlier anchor, <tenant>:<sequence>:<hash>, that the chain must contain; may be repeated'
      }
    },
    ends: {
      [exitCodes.done]: 'Every chain is intact.', [exitCodes.problems]: 'A chain is broken: somebody tampered with it.'
    },
    run: async ({ values }, terminal) => (await import('./audit-verify.ts')).verifyAuditLogs(values, terminal)
  }),

  defineCommand({
    name: 'keys rotate',
    summary: 'Re-encrypt every stored secret under the first key of MASTER_KEY',
    description: `Afterwards you can remove the older keys from MASTER_KEY.\n${serverSettings}`,
    options: {},
    ends: { [exitCodes.problems]: 'Some secrets could not be decrypted and were left unchanged.' },
    run: async (_call, terminal) => (await import('./keys-rotate.ts')).rotateKeys(terminal)
  }),

  defineCommand({
    name: 'migrate',
    summary: 'Apply pending database migrations',
    description: `With DATABASE_OWNER_URL, as the role that owns the tables.\n${serverSettings}`,
    options: {},
    run: async (_call, terminal) => (await import('./migrate.ts')).migrateDatabase(terminal)
  }),

  defineCommand({
    name: 'doctor',
    summary: 'Check the database: migrations, settings, rights, row-level security, clock, Citus',
    description: `Changes nothing. Run it before the first start, after changes of the database, and from time to time.\n${serverSettings}`,
    options: { json: { type: 'boolean', default: false, description: 'print one JSON object: healthy, and the findings' } },
    ends: { [exitCodes.done]: 'No problem; there may be warnings.', [exitCodes.problems]: 'Problems were found.' },
    run: async ({ values }, terminal) => (await import('./doctor.ts')).consultDoctor(values, terminal)
  }),

  defineCommand({
    name: 'sii check',
    summary: 'Check the connection to the SII: TLS, seed, token, queries, the registry of claims',
    usage: ['[--tenant CODE] [options]'],
    description: `Changes nothing and sends no document. Without --tenant it checks the hosts alone, and needs no database.\n${serverSettings}`,
    options: {
      tenant: { type: 'string', value: 'CODE', description: 'sign in with this tenant\'s certificate' },
      environment: {
        type: 'string', value: 'NAME',
        description: 'of the SII: certification or production; the tenant\'s by default, certification without a tenant'
      },
      json: { type: 'boolean', default: false, description: 'print one JSON object: healthy, and the findings' }
    },
    ends: { [exitCodes.done]: 'Everything answers as it should.', [exitCodes.problems]: 'Something does not work.' },
    run: async ({ values }, terminal) => (await import('./sii.ts')).checkConnection(values, { terminal })
  }),

  defineCommand({
    name: 'sii answers',
    summary: 'Print what the SII answered, with everything personal replaced, to report it',
    usage: ['--tenant CODE [options]'],
    description: `Requests and answers as JSON, the oldest first. RUTs, names, addresses, amounts, track ids, signatures and the like
are replaced, each by the same one everywhere; codes, states and words of the SII stay as they are. Changes nothing.\n${serverSettings}`,
    options: {
      tenant: { type: 'string', value: 'CODE', description: 'the tenant' },
      document: { type: 'string', value: 'ID', description: 'only what is about this document and its envelope: its correlationId' },
      last: { type: 'string', value: 'NUMBER', default: '20', description: 'so many of the latest; 20 by default' }
    },
    run: async ({ values }, terminal) => (await import('./sii.ts')).printAnswers(values, { terminal })
  }),

  defineCommand({
    name: 'databases list',
    summary: 'List the embedded databases that lie in /var/lib/timbre',
    description: `Where root starts Timbre in a folder that PostgreSQL may not enter, the database is there instead of in DATA_DIR,
and stays when the folder is deleted. Shows path, size, last use (UTC), whether it runs, and its DATA_DIR.`,
    options: {},
    run: async (_call, terminal) => (await import('./databases.ts')).listDatabases({ terminal })
  }),

  defineCommand({
    name: 'databases remove',
    summary: 'Remove an embedded database from /var/lib/timbre for good',
    usage: ['PATH'],
    description: 'PATH is as "timbre databases list" shows it. A database that runs is not removed.',
    options: {},
    takesFiles: true,
    run: async ({ files }, terminal) => (await import('./databases.ts')).removeDatabase(files, { terminal })
  }),

  defineCommand({
    name: 'distribute',
    summary: 'Prepare a database with Citus: spread its tables over machines by tenant',
    description: `Stop every instance first, and back up; docs/scaling.md has the whole procedure. Applies pending migrations,
moves the rows that are there, and says each step. May run again: it does what is missing.
With DATABASE_OWNER_URL, as the role that owns the tables. It must lead to the coordinator.\n${serverSettings}`,
    options: {},
    run: async (_call, terminal) => (await import('./distribute.ts')).distributeDatabase(terminal)
  }),

  defineCommand({
    name: 'after-restore',
    summary: 'Make a database that was restored from a backup safe to start on',
    description: `Stop every instance first; docs/restoring.md has the whole procedure.\n${serverSettings}`,
    options: {
      margin: {
        type: 'string', value: 'FOLIOS', default: '100',
        description: 'folios to skip in each block beyond the last one known to the SII; 100 by default'
      },
      tenant: { type: 'string', value: 'CODE', description: 'treat one tenant only' },
      'dry-run': { type: 'boolean', default: false, description: 'show what would be done and change nothing' },
      unasked: {
        type: 'boolean', default: false, description: 'skip the margin without asking the SII, where it never answers'
      },
      'keep-waiting': {
        type: 'boolean', default: false, description: 'let pending documents and bulk submissions continue'
      }
    },
    ends: {
      [exitCodes.done]: 'Done: Timbre may be started.',
      [exitCodes.problems]: 'Some tenants remain, because the SII did not answer for them. Run the command again.'
    },
    run: async ({ values }, terminal) => (await import('./after-restore.ts')).settleAfterRestore(values, terminal)
  }),

  defineCommand({
    name: 'certify',
    summary: {
      en: 'Rehearse the certification with the SII, from registration to production',
      es: 'Ensaya la certificación ante el SII, desde el registro hasta producción'
    },
    usage: [
      { en: '--rehearse [options]', es: '--rehearse [opciones]' }
    ],
    description: {
      en: `A new company goes through every step against the simulator, by the HTTP API alone.
Without --url, the rehearsal starts a server of its own with an empty database, and removes it at its end.`,
      es: `Una empresa nueva pasa por cada paso contra el simulador, sólo con la API HTTP.
Sin --url, el ensayo inicia un servidor propio con una base de datos vacía, y al final lo elimina.`
    },
    options: {
      rehearse: {
        type: 'boolean', default: false,
        description: { en: 'rehearse; there is nothing else that the command does', es: 'ensaya; el comando no hace otra cosa' }
      },
      url: {
        type: 'string', value: 'URL',
        description: { en: 'a server that runs already, with its simulator', es: 'un servidor que ya funciona, con su simulador' }
      },
      simulator: {
        type: 'string', value: 'URL',
        description: { en: 'the simulator of that server', es: 'el simulador de ese servidor' }
      },
      seed: {
        type: 'string', value: 'NUMBER', default: '1',
        description: { en: 'another number makes other test cases; 1 by default', es: 'otro número hace otros casos de prueba; por omisión, 1' }
      },
      language: {
        type: 'string', value: 'en|es',
        description: { en: 'the language of your terminal if omitted', es: 'por omisión, el de su terminal' }
      }
    },
    ends: {
      [exitCodes.done]: { en: 'The company is in production.', es: 'La empresa está en producción.' }
    },
    run: async ({ values }, terminal) => (await import('./certify.ts')).certify(values, terminal)
  }),

  defineCommand({
    name: 'simulator',
    summary: 'Start the simulator of the SII',
    usage: [''],
    description: 'Settings: SII_SIMULATOR_PORT (any free port by default), HOST, and DATA, a folder for what it receives.',
    options: {},
    run: async () => {
      await import('../../sii-simulator/server.ts')
      return exitCodes.done
    }
  })
]
