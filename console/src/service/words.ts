const es = {
  note: 'El estado del servidor de Timbre, para quien lo opera y para quien pide ayuda.',
  state: 'Estado',
  states: { ready: 'Funciona', unavailable: 'No puede trabajar', stopping: 'Se está deteniendo' },
  ok: 'Bien', failed: 'Con problemas',
  checks: {
    database: 'Base de datos', writes: 'Escritura en la base de datos', queue: 'Cola de tareas', migrations: 'Versión de la base de datos', disk: 'Espacio en disco'
  },
  hints: {
    database: 'No responde, o el servidor entra con un usuario de más permisos que los que debe tener.',
    writes: 'La base de datos responde y no guarda nada: es una réplica, está en modo de sólo lectura o no tiene espacio. Lo guardado se puede ver; lo que se emite se rechaza.',
    queue: 'Hay tareas que esperan demasiado: revise que haya un proceso que las atienda.',
    migrations: 'Le faltan cambios a la base de datos: ejecute las migraciones.',
    disk: 'Queda poco espacio donde Timbre guarda sus datos.'
  },
  hintElse: 'Revise el registro del servidor.',
  about: 'Servidor',
  version: 'Versión', address: 'Dirección de la API', simulator: 'Simulador del SII',
  copy: (what: string) => `Copiar: ${what}`,
  cache: {
    title: 'Caché de los servidores',
    text: 'Cada servidor guarda los datos de su empresa por unos segundos. Un cambio llega a todos en cinco segundos; si no puede esperar, vacíe la caché ahora.',
    action: 'Vaciar la caché', done: 'La caché se vació en todos los servidores.'
  },
  developers: {
    title: 'Para desarrolladores',
    reference: 'Referencia de la API', referenceNote: 'Cada operación, con sus datos, ejemplos y errores.',
    contract: 'Contrato OpenAPI', contractNote: 'El archivo openapi.json, para generar clientes.'
  }
}

const en: typeof es = {
  note: 'The state of the Timbre server, for its operators and for support.',
  state: 'State',
  states: { ready: 'Working', unavailable: 'Unavailable', stopping: 'Stopping' },
  ok: 'Fine', failed: 'Failing',
  checks: {
    database: 'Database', writes: 'Writing to the database', queue: 'Task queue', migrations: 'Version of the database', disk: 'Disk space'
  },
  hints: {
    database: 'It does not answer, or the server signs in as a user with more rights than it should have.',
    writes: 'The database answers and stores nothing: it is a standby, in read-only mode or out of space. What is stored can be seen; what is issued is refused.',
    queue: 'Tasks wait too long: check that a process handles them.',
    migrations: 'The database is out of date: run the migrations.',
    disk: 'Little space is left where Timbre stores its data.'
  },
  hintElse: 'See the log of the server.',
  about: 'Server',
  version: 'Version', address: 'Address of the API', simulator: 'Simulator of the SII',
  copy: (what) => `Copy: ${what}`,
  cache: {
    title: 'Memory of the servers',
    text: 'Each server caches the data of your company for some seconds. A change reaches all within five seconds; if you cannot wait, clear the cache now.',
    action: 'Clear the cache', done: 'The cache was cleared on all servers.'
  },
  developers: {
    title: 'For developers',
    reference: 'API reference', referenceNote: 'Every operation, with its data, examples and errors.',
    contract: 'OpenAPI contract', contractNote: 'The file openapi.json, to generate clients.'
  }
}

export const words = { es, en }
