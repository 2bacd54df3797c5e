/**
 * The sentences that every place uses; each place has its own in its folder's words.ts. Spanish is the source: what is
 * missing in English does not compile.
 */
export const es = {
  product: 'Timbre',
  skip: 'Ir al contenido',
  nav: {
    label: 'Secciones', open: 'Abrir el menú', search: 'Buscar o ir a…', work: 'Trabajo', company: 'Empresa',
    administration: 'Administración', found: 'Documentos', places: 'Secciones', actions: 'Acciones',
    nothingFound: 'Nada coincide con lo escrito.', here: 'Aquí', another: 'Emitir otro igual', types: 'Emitir otro tipo',
    issueType: (type: string) => `Emitir ${type.toLowerCase()}`, issueTo: (type: string, customer: string) => `${type} a ${customer}`
  },
  places: {
    overview: 'Resumen', documents: 'Documentos', received: 'Recibidos', issue: 'Emitir', customers: 'Clientes', products: 'Productos', bulk: 'Envíos masivos', reports: 'Informes',
    folios: 'Folios', company: 'Datos y certificado', templates: 'Plantillas PDF', mailbox: 'Casilla de intercambio', certification: 'Certificación', people: 'Personas y roles',
    addresses: 'Direcciones IP', keys: 'Claves', notifications: 'Notificaciones', audit: 'Auditoría',
    service: 'Servicio', account: 'Su cuenta', setup: 'Puesta en marcha'
  },
  commands: {
    issue: 'Emitir un documento', sheet: 'Subir una planilla', caf: 'Subir archivos CAF', certificate: 'Cambiar el certificado',
    person: 'Agregar una persona', role: 'Crear un rol', template: 'Crear una plantilla PDF', key: 'Crear un par de claves',
    customer: 'Agregar un cliente', product: 'Agregar un producto',
    address: 'Agregar una dirección IP', password: 'Cambiar su contraseña'
  },
  /** What people call the documents that they look for. */
  issued: ['factura', 'boleta', 'guía de despacho', 'nota de crédito', 'nota de débito', 'liquidación'],
  preferences: { language: 'English', dark: 'Modo oscuro', light: 'Modo claro', account: 'Su cuenta', out: 'Cerrar sesión' },
  environment: { certification: 'Certificación', production: 'Producción', simulator: 'Simulador' },
  where: { simulator: 'el Simulador', production: 'Producción', certification: 'Certificación' },
  statuses: {
    1: 'En espera', 2: 'Emitido', 3: 'Enviándose', 4: 'Enviado al SII', 5: 'Aceptado', 6: 'Aceptado con reparos',
    7: 'Rechazado', 8: 'Detenido'
  },
  channels: { 1: 'API', 2: 'Envío masivo', 3: 'Consola' },
  document: {
    number: (name: string, folio: string) => `${name} N° ${folio}`,
    noFolio: 'sin folio aún',
    noReceiver: 'Sin receptor'
  },
  unknownMunicipality: 'Elija una comuna de la lista.',
  table: 'Valores de la tabla',
  actions: {
    cancel: 'Cancelar', close: 'Cerrar', save: 'Guardar', copy: 'Copiar', copied: 'Copiado', retry: 'Reintentar',
    undo: 'Deshacer', download: 'Descargar', more: 'Más acciones', back: 'Volver', remove: 'Eliminar', edit: 'Modificar',
    showPassword: 'Mostrar la contraseña', clearFilters: 'Quitar los filtros'
  },
  problem: {
    title: 'Esto no se pudo cargar',
    reference: 'Identificador de la solicitud',
    copyReference: 'Copiar el identificador de la solicitud',
    offline: 'No hay conexión con el servidor. Lo que escribió sigue aquí; reintente.',
    forbidden: 'No tiene permiso para ver esto',
    forbiddenText: (claims: string) => `Pida a un administrador ${claims}.`,
    or: ' o ',
    notFound: 'No existe esta página',
    notFoundText: 'Revise la dirección, o vaya a otra sección.',
    fields: 'Corrija lo siguiente:',
    siiCode: (code: string) => `Código del SII: ${code}`,
    code: (code: string) => `Código: ${code}`,
    unexpected: 'La consola encontró un error y no pudo mostrar esta página. Vuelva a cargarla; lo guardado no se pierde.'
  },
  offline: 'Sin conexión. Los datos que ve pueden estar atrasados.',
  sessionEnded: {
    title: 'Su sesión terminó',
    text: 'Escriba su contraseña para seguir donde estaba. Nada de lo escrito se pierde.',
    password: 'Contraseña',
    submit: 'Entrar',
    at: (person: string, company: string) => `${person} en ${company}`,
    elsewhere: (who: string) => `En otra pestaña inició sesión ${who}`,
    here: (who: string) => `Esta pestaña sigue siendo de ${who}. Si la cambia, lo que quedó pendiente aquí no se envía.`,
    follow: (company: string) => `Cambiar esta pestaña a ${company}`
  },
  secondFactor: {
    title: 'Confirme que es usted',
    text: 'Este cambio pide un código de su segundo factor. Después no se vuelve a pedir durante diez minutos.',
    code: 'Código',
    codeNote: 'Los seis dígitos que muestra su aplicación, o un código de recuperación.',
    wrong: 'El código es incorrecto o ya se usó. Espere el siguiente de su aplicación.',
    submit: 'Confirmar',
    setup: 'Configure su segundo factor',
    setupText: 'Su empresa exige un segundo factor. Configúrelo en su cuenta para continuar.',
    toAccount: 'Ir a su cuenta'
  },
  files: {
    drop: 'Arrastre un archivo aquí, o elíjalo',
    dropMany: 'Arrastre archivos aquí, o elíjalos',
    choose: 'Elegir archivo',
    onlyOne: (count: number) => `Aquí se toma un solo archivo, y usted soltó ${count}.`,
    tooLarge: (name: string, limit: string) => `${name} pesa más de ${limit}.`
  },
  secret: {
    once: 'Se muestra una sola vez. Guárdelo ahora: nadie podrá volver a verlo.',
    download: 'Descargar como archivo',
    kept: 'Ya lo guardé'
  },
  pages: {
    range: (from: string, to: string, of: string) => `${from}–${to} de ${of}`,
    estimate: (count: string) => `más de ${count}`,
    previous: 'Página anterior', next: 'Página siguiente', size: 'Por página', label: 'Páginas'
  },
  calendar: {
    previousMonth: 'Mes anterior', nextMonth: 'Mes siguiente', previousYear: 'Año anterior', nextYear: 'Año siguiente',
    previousDecade: 'Década anterior', nextDecade: 'Década siguiente'
  },
  presets: {
    today: 'Hoy', week: 'Últimos 7 días', days30: 'Últimos 30 días', month: 'Este mes', lastMonth: 'Mes pasado',
    year: 'Este año'
  },
  shortcuts: {
    title: 'Atajos de teclado', search: 'Buscar o ir a una sección', searchToo: 'Lo mismo, con una sola tecla', issue: 'Emitir un documento', boleta: 'Emitir una boleta', factura: 'Emitir una factura', guide: 'Emitir una guía de despacho', preview: 'Ver cómo quedará el documento', send: 'Emitir lo escrito', help: 'Ver esta lista',
    close: 'Cerrar lo que está abierto', list: 'Recorrer una lista', open: 'Abrir lo elegido', singleLetters: 'Usar atajos de una sola tecla'
  },
  bulkRunning: (name: string) => `Emitiendo «${name}»`,
  readAsTable: 'Ver como tabla',
  readAsPlot: 'Ver como gráfico',
  date: 'Fecha',
  dateForm: 'dd-mm-aaaa'
}

export type Texts = typeof es
