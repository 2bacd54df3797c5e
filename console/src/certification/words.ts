import type { Stage, State, Step } from './progress.ts'

const es = {
  title: 'Certificación',
  intro: 'Los pasos que el SII exige antes de producción, con la página y los datos de cada uno. No tienen efecto tributario.',
  over: 'Su empresa está en producción', overText: 'La certificación terminó.',
  kinds: { DTE: 'Facturas y otros documentos', BOLETA: 'Boletas' },
  start: {
    title: 'Comenzar una certificación', note: 'Postule primero en el sitio de certificación del SII (maullin.sii.cl). Después, indique aquí qué va a certificar.',
    kind: 'Qué certifica', types: 'Documentos que quiere emitir', authorised: 'Los que ya tiene autorizados', authorisedNote: 'Con cualquier software; estos no se certifican.',
    enrolledOn: 'Fecha de la postulación', email: 'Correo para avisos', emailNote: 'Opcional. Si lo deja en blanco, se avisa a los administradores.', submit: 'Comenzar'
  },
  stages: {
    Enrolled: 'Postulada', Sets: 'Sets de prueba', Simulation: 'Simulación', Exchange: 'Intercambio y muestras', Declaration: 'Declaración',
    Authorised: 'Autorizada', InProduction: 'En producción'
  } satisfies Record<Stage, string> as Record<Stage, string>,
  stage: 'Etapa', since: 'Postulada el', types: 'Documentos', deadlines: 'Plazos',
  next: 'Qué sigue', wait: 'Nada por ahora: el SII está revisando.', page: (name: string) => `Abrir en el SII: ${name}`, values: 'Datos para esa página', done: 'Marcar como hecho',
  copy: (label: string) => `Copiar: ${label}`,
  operations: {
    'Certification/Issue': 'Emita el set, en la lista de abajo.', 'Certification/IssueBook': 'Emita el libro, en la lista de abajo.',
    'Certification/Simulation': 'Emita la simulación: de 20 a 100 documentos de su operación, con todos los tipos.'
  } as Record<string, string>,
  steps: {
    enrolled: 'Postulación hecha', usersGranted: 'Usuarios autorizados en el SII', foliosObtained: 'Folios pedidos', setGenerated: 'Set generado',
    declared: 'Avance declarado', advanced: 'Paso siguiente', exchangeUploaded: 'Intercambio subido', samplesUploaded: 'Muestras subidas',
    complied: 'Cumplimiento declarado', authorised: 'Empresa autorizada'
  } satisfies Record<Step, string> as Record<string, string>,
  todo: {
    setGenerated: 'Genere el set una sola vez, descargue el archivo y súbalo abajo. Generarlo otra vez anula el anterior.',
    declared: 'Declare este envío en la página del SII, y ninguna otra fila a la vez.'
  } as Record<string, string>,
  reviewed: 'El SII lo revisa. Cuando llegue su correo, regístrelo en «Revisión del SII»; la página se actualiza después del correo.',
  missing: 'Falta para continuar',
  lacks: {
    CERTIFICATE_MISSING: 'Falta el certificado digital.', RESOLUTION_MISSING: 'Falta la resolución del SII.',
    ISSUER_INCOMPLETE: 'Faltan giro, códigos de actividad, dirección o comuna de la empresa.', CONSULT_URL_MISSING: 'Falta el sitio donde se consultan las boletas.',
    RECEIVERS_MISSING: 'Faltan clientes para el set: cada factura va a otro.', SUPPLIER_MISSING: 'Falta el proveedor de las facturas de compra.',
    PRINCIPAL_MISSING: 'Falta el mandante de las liquidaciones.', TRANSPORT_MISSING: 'Falta el transporte de las guías.',
    ABROAD_MISSING: 'Faltan los datos de las exportaciones.', EXCHANGE_RATE_MISSING: 'Falta el tipo de cambio de una moneda.',
    PAID_ON_MISSING: 'Falta la fecha del pago anticipado de la exportación.', MARKS_MISSING: 'Faltan las marcas de los bultos.',
    CONTAINER_MISSING: 'Faltan el número y el sello del contenedor.'
  } as Record<string, string>,
  goTo: { CERTIFICATE_MISSING: 'Ir al certificado', RESOLUTION_MISSING: 'Ir a la empresa', ISSUER_INCOMPLETE: 'Ir a la empresa', FOLIOS_MISSING: 'Ir a los folios' } as Record<string, string>,
  items: 'Sets, libros y pasos', noItems: 'Aparecen cuando suba el archivo del set.',
  itemsCaption: (kind: string) => `Sets, libros y pasos: ${kind}`,
  attention: (number: string) => `Atención ${number}`,
  later: 'Más adelante',
  states: {
    Incomplete: 'Falta algo', Ready: 'Listo para emitir', Issued: 'Emitido', Uploaded: 'Enviado', Processed: 'Recibido por el SII', Objected: 'Con reparos: reemitir',
    Refused: 'Rechazado: reemitir', Declared: 'En revisión', Approved: 'Aprobado', NotApproved: 'No aprobado: reemitir'
  } satisfies Record<State, string> as Record<State, string>,
  attempt: (number: string) => `Intento ${number}`, track: 'Número de envío', sent: 'Enviado', declared: 'Declarado', decided: 'Revisado',
  reasons: 'Lo que observa el SII', documents: 'Documentos del intento',
  caseOf: (number: string) => `Caso ${number}`, folio: (name: string, folio: string) => `${name} N° ${folio}`,
  preview: 'Vista previa', issue: 'Emitir', issueAgain: 'Emitir de nuevo', previewTitle: (name: string) => `${name}: lo que se emitiría`,
  columns: { case: 'Caso', type: 'Documento', folio: 'Folio', net: 'Neto', exempt: 'Exento', tax: 'IVA', total: 'Total', lines: 'Líneas', changes: 'Modifica' },
  confirmIssue: {
    title: 'Emitir el set', text: (name: string) => `Se emiten todos los documentos de ${name}, en certificación, cada uno con un folio que ya no se podrá usar en otro intento.`,
    even: 'Pasaron más de 24 horas desde la carga de los folios: el SII podría rechazar el set.', evenSo: 'Emitir de todos modos'
  },
  confirmBook: { title: 'Emitir el libro', text: (name: string) => `Se escribe, firma y envía ${name} al SII, en certificación.` },
  book: { period: 'Período', entries: 'Líneas', download: 'Descargar el XML' },
  set: {
    title: 'Archivo del set', text: 'El archivo de texto que entrega el SII al generar el set, tal como viene. Primero se muestra lo que pide; nada se guarda todavía.',
    drop: 'Elija el archivo del set', replaces: 'Este archivo reemplaza al anterior. Los sets anteriores quedan sin efecto, tal como en el SII:', keep: 'Guardar este set', replace: 'Reemplazar el set anterior',
    kept: 'El set quedó guardado.', refused: 'Estas líneas del archivo no se pudieron interpretar:', line: (number: string) => `Línea ${number}:`, asks: 'Lo que pide', folios: 'Folios por intento',
    folioOf: (needed: string, active: string) => `${needed} por intento; hay ${active} activos`, purchases: (count: string) => `${count} compras`, notes: 'Indicaciones del SII',
    note: (number: string, reason: string) => `caso ${number}: ${reason}`, again: 'Elegir otro archivo'
  },
  options: {
    title: 'Datos para los sets', text: 'El set deja a la empresa sus clientes y otros datos. Se piden una vez y sirven para todos los intentos. Si borra un bloque completo, se mantiene el guardado.',
    receivers: 'Clientes', receiver: (index: number) => `Cliente ${index}`, add: 'Agregar un cliente', remove: (index: number) => `Quitar: cliente ${index}`,
    supplier: 'Proveedor de las facturas de compra', principal: 'Mandante de las liquidaciones', transport: 'Transporte de las guías', abroad: 'Exportaciones', customer: 'Cliente en el extranjero',
    taxNumber: 'RUT', businessName: 'Razón social', businessActivity: 'Giro', address: 'Dirección', municipality: 'Comuna', city: 'Ciudad',
    licensePlate: 'Patente', driverName: 'Nombre del chofer', driverTaxNumber: 'RUT del chofer', destinationAddress: 'Dirección de destino', destinationMunicipality: 'Comuna de destino',
    currency: 'Moneda', rate: 'Pesos por unidad', addRate: 'Agregar una moneda', passport: 'Pasaporte', marks: 'Marcas de los bultos', containerId: 'Contenedor', seal: 'Sello', sealIssuer: 'Emisor del sello', paidOn: 'Pago anticipado el',
    consultUrl: 'Sitio donde se consultan las boletas', saved: 'Los datos quedaron guardados'
  },
  verdict: {
    title: 'Revisión del SII', text: 'Pegue el asunto y el texto del correo «Resultado de Revisión del Set de Prueba», o indique el resultado a mano.',
    way: 'Cómo lo registra', ways: { mail: 'Pegar el correo', hand: 'A mano' }, mail: 'Correo del SII', set: 'Set', outcome: 'Resultado',
    outcomes: { Approved: 'Aprobado (SOK)', NotApproved: 'No aprobado (SRH)' }, reasons: 'Lo que dice el SII', reasonsNote: 'Una observación por línea.',
    submit: 'Registrar', recorded: (name: string, state: string) => `${name}: ${state.toLowerCase()}.`
  },
  simulation: {
    title: 'Simulación', text: 'De 20 a 100 documentos de su operación, con todos los tipos, en un archivo JSON: el mismo que acepta un envío masivo.', drop: 'Elija el archivo de la simulación',
    unreadable: 'El archivo no es JSON, o no trae una lista de documentos.', issue: 'Emitir la simulación', confirm: (count: string) => `Se emiten ${count} documentos en certificación, cada uno con un folio.`,
    issued: (count: string) => `Se emitieron ${count} documentos.`
  },
  exchange: {
    title: 'Intercambio', text: 'Descargue ENVIO_DTE_n.xml de la página del SII y elíjalo aquí: recibe los tres archivos firmados que se suben en la misma página.',
    drop: 'Elija ENVIO_DTE_n.xml', number: 'Número del archivo', numberNote: 'El de su nombre: 1234567 en ENVIO_DTE_1234567.xml.', submit: 'Descargar las respuestas', chosen: (name: string) => `Archivo: ${name}`
  },
  samples: { title: 'Muestras impresas', text: 'Los PDF que pide el SII, con un índice que sigue el orden de su página.', submit: 'Descargar las muestras', file: 'muestras.zip' },
  goLive: {
    title: 'Paso a producción', text: 'Copia a la empresa en producción los datos del emisor que falten y las plantillas. No copia el certificado, los folios ni las claves.',
    code: 'Código de la empresa en producción', submit: 'Preparar', settings: 'Datos copiados', templates: 'Plantillas copiadas', none: 'Ninguno', ready: 'La empresa puede emitir en producción.', left: 'Falta en producción', steps: 'En el SII',
    todo: {
      'Mantención de usuarios autorizados': 'Autorice al titular del certificado para solicitar folios, firmar y enviar. La lista de producción es distinta.',
      'Actualización de datos de la empresa': 'Lea ahí el número y la fecha de la resolución e indíquelos en los datos de la empresa. Revise los dos correos.',
      'Solicitud de timbraje electrónico': 'Solicite folios de cada tipo y súbalos en Folios. Los de certificación no valen en producción.'
    } as Record<string, string>
  },
  tools: 'Más',
  history: 'Historial', historyCaption: 'Acciones realizadas, de la más reciente a la más antigua', what: 'Qué', about: 'Sobre', by: 'Quién', at: 'Cuándo',
  events: {
    started: 'Comenzó', setLoaded: 'Subió el archivo del set', optionsSet: 'Cambió los datos', issued: 'Emitió', verdict: 'Registró la revisión', setIssued: 'Emitió el set',
    simulationIssued: 'Emitió la simulación', verdictRecorded: 'Registró la revisión'
  } as Record<string, string>
}

const en: typeof es = {
  title: 'Certification',
  intro: 'The steps that the SII requires before production: which comes next, on which page and with which values. None of them has legal effect.',
  over: 'Your company is in production', overText: 'The certification is complete.',
  kinds: { DTE: 'Invoices and other documents', BOLETA: 'Boletas' },
  start: {
    title: 'Begin a certification', note: 'First enrol on the certification site of the SII (maullin.sii.cl). Then enter here what you certify.',
    kind: 'What you certify', types: 'Documents that you want to issue', authorised: 'Types already authorised', authorisedNote: 'With any software; they need no certification.',
    enrolledOn: 'Date of the enrolment', email: 'Email for warnings', emailNote: 'Optional. If blank, the administrators receive them.', submit: 'Begin'
  },
  stages: {
    Enrolled: 'Enrolled', Sets: 'Test sets', Simulation: 'Simulation', Exchange: 'Exchange and samples', Declaration: 'Declaration', Authorised: 'Authorised', InProduction: 'In production'
  },
  stage: 'Stage', since: 'Enrolled on', types: 'Documents', deadlines: 'Deadlines',
  next: 'What comes next', wait: 'Nothing for now: the SII is reviewing.', page: (name) => `Open at the SII: ${name}`, values: 'Values for that page', done: 'Mark as done',
  copy: (label) => `Copy: ${label}`,
  operations: {
    'Certification/Issue': 'Issue the set, in the list below.', 'Certification/IssueBook': 'Issue the book, in the list below.',
    'Certification/Simulation': 'Issue the simulation: 20 to 100 documents of your business, of every type.'
  },
  steps: {
    enrolled: 'Enrolled', usersGranted: 'Users authorised at the SII', foliosObtained: 'Folios requested', setGenerated: 'Set generated', declared: 'Progress declared', advanced: 'Next step',
    exchangeUploaded: 'Exchange uploaded', samplesUploaded: 'Samples uploaded', complied: 'Compliance declared', authorised: 'Company authorised'
  },
  todo: {
    setGenerated: 'Generate the set once, download its file and upload it below. Generating it again makes the first one void.',
    declared: 'Declare this envelope on the page of the SII, and no other row at the same time.'
  },
  reviewed: 'The SII reviews it. When its mail arrives, record it under “Review of the SII”; the page lags behind the mail.',
  missing: 'Missing to continue',
  lacks: {
    CERTIFICATE_MISSING: 'The digital certificate is missing.', RESOLUTION_MISSING: 'The resolution of the SII is missing.',
    ISSUER_INCOMPLETE: 'Business activity, activity codes, address or municipality of the company are missing.', CONSULT_URL_MISSING: 'The page where boletas are looked up is missing.',
    RECEIVERS_MISSING: 'Customers for the set are missing: each invoice needs a different one.', SUPPLIER_MISSING: 'The supplier of the purchase invoices is missing.',
    PRINCIPAL_MISSING: 'The principal of the settlements is missing.', TRANSPORT_MISSING: 'The transport of the delivery notes is missing.',
    ABROAD_MISSING: 'The data of the exports are missing.', EXCHANGE_RATE_MISSING: 'The exchange rate of a currency is missing.', PAID_ON_MISSING: 'The date of the advance payment of the export is missing.',
    MARKS_MISSING: 'The marks of the packages are missing.', CONTAINER_MISSING: 'The number and the seal of the container are missing.'
  },
  goTo: { CERTIFICATE_MISSING: 'To the certificate', RESOLUTION_MISSING: 'To the company', ISSUER_INCOMPLETE: 'To the company', FOLIOS_MISSING: 'To the folios' },
  items: 'Sets, books and steps', noItems: 'They appear once you upload the file of the set.',
  itemsCaption: (kind) => `Sets, books and steps: ${kind}`,
  attention: (number) => `Attention ${number}`,
  later: 'Later on',
  states: {
    Incomplete: 'Something is missing', Ready: 'Ready to issue', Issued: 'Issued', Uploaded: 'Sent', Processed: 'Received by the SII', Objected: 'Objections: issue again', Refused: 'Refused: issue again',
    Declared: 'Under review', Approved: 'Approved', NotApproved: 'Not approved: issue again'
  },
  attempt: (number) => `Attempt ${number}`, track: 'Track id', sent: 'Sent', declared: 'Declared', decided: 'Reviewed',
  reasons: 'What the SII says', documents: 'Documents of the attempt',
  caseOf: (number) => `Case ${number}`, folio: (name, folio) => `${name} N° ${folio}`,
  preview: 'Preview', issue: 'Issue', issueAgain: 'Issue again', previewTitle: (name) => `${name}: what would be issued`,
  columns: { case: 'Case', type: 'Document', folio: 'Folio', net: 'Net', exempt: 'Exempt', tax: 'VAT', total: 'Total', lines: 'Lines', changes: 'Changes' },
  confirmIssue: {
    title: 'Issue the set', text: (name) => `All documents of ${name} are issued, in certification, each with a folio that no other attempt can use.`,
    even: 'More than 24 hours have passed since the folios were uploaded: the SII may refuse the set.', evenSo: 'Issue anyway'
  },
  confirmBook: { title: 'Issue the book', text: (name) => `${name} is written, signed and sent to the SII, in certification.` },
  book: { period: 'Period', entries: 'Entries', download: 'Download the XML' },
  set: {
    title: 'File of the set', text: 'The text file that you download from the SII when you generate the set, unchanged. You first see what it asks for; nothing is stored yet.',
    drop: 'Choose the file of the set', replaces: 'This file replaces the earlier one. Its sets become void, as at the SII:', keep: 'Store this set', replace: 'Replace the earlier set',
    kept: 'The set is stored.', refused: 'These lines of the file could not be read:', line: (number) => `Line ${number}:`, asks: 'What it asks for', folios: 'Folios per attempt',
    folioOf: (needed, active) => `${needed} per attempt; ${active} are active`, purchases: (count) => `${count} purchases`, notes: 'What the SII says to you', note: (number, reason) => `case ${number}: ${reason}`, again: 'Choose another file'
  },
  options: {
    title: 'Data for the sets', text: 'The set leaves customers and other data to the company. You enter them once for all attempts. If you clear a whole block, the stored one is kept.',
    receivers: 'Customers', receiver: (index) => `Customer ${index}`, add: 'Add a customer', remove: (index) => `Remove: customer ${index}`,
    supplier: 'Supplier of the purchase invoices', principal: 'Principal of the settlements', transport: 'Transport of the delivery notes', abroad: 'Exports', customer: 'Customer abroad',
    taxNumber: 'RUT', businessName: 'Business name', businessActivity: 'Business activity', address: 'Address', municipality: 'Municipality', city: 'City',
    licensePlate: 'License plate', driverName: "Driver's name", driverTaxNumber: "Driver's RUT", destinationAddress: 'Address of destination', destinationMunicipality: 'Municipality of destination',
    currency: 'Currency', rate: 'Pesos for one unit', addRate: 'Add a currency', passport: 'Passport', marks: 'Marks of the packages', containerId: 'Container', seal: 'Seal', sealIssuer: 'Issuer of the seal', paidOn: 'Paid in advance on',
    consultUrl: 'Page where boletas are looked up', saved: 'The data are stored'
  },
  verdict: {
    title: 'Review of the SII', text: 'Paste the subject and text of the mail “Resultado de Revisión del Set de Prueba”, or enter the outcome by hand.',
    way: 'How to record it', ways: { mail: 'Paste the mail', hand: 'By hand' }, mail: 'Mail of the SII', set: 'Set', outcome: 'Outcome',
    outcomes: { Approved: 'Approved (SOK)', NotApproved: 'Not approved (SRH)' }, reasons: 'What the SII says', reasonsNote: 'One observation a line.', submit: 'Record',
    recorded: (name, state) => `${name}: ${state.toLowerCase()}.`
  },
  simulation: {
    title: 'Simulation', text: '20 to 100 documents of your business, of every type, in a JSON file with the format of a bulk submission.', drop: 'Choose the file of the simulation',
    unreadable: 'The file is not JSON, or has no list of documents.', issue: 'Issue the simulation', confirm: (count) => `${count} documents are issued in certification, each with a folio.`,
    issued: (count) => `${count} documents were issued.`
  },
  exchange: {
    title: 'Exchange', text: 'Download ENVIO_DTE_n.xml from the page of the SII and choose it here: you get the three signed files to upload on the same page.',
    drop: 'Choose ENVIO_DTE_n.xml', number: 'Number of the file', numberNote: 'As its name has it: 1234567 of ENVIO_DTE_1234567.xml.', submit: 'Download the answers', chosen: (name) => `File: ${name}`
  },
  samples: { title: 'Printed samples', text: 'The PDFs that the SII requires, with an index in the order of its page.', submit: 'Download the samples', file: 'samples.zip' },
  goLive: {
    title: 'Into production', text: 'Copies the issuer data that the company in production lacks, and the templates. It copies no certificate, folios or keys.',
    code: 'Code of the company in production', submit: 'Prepare', settings: 'Data copied', templates: 'Templates copied', none: 'None', ready: 'The company can issue in production.', left: 'Missing in production', steps: 'At the SII',
    todo: {
      'Mantención de usuarios autorizados': 'Give the holder of the certificate the rights to request folios, sign and send. Production has its own list.',
      'Actualización de datos de la empresa': 'Look up the number and date of the resolution there and enter them in the company details. Check the two mailboxes.',
      'Solicitud de timbraje electrónico': 'Request folios of each type and upload them in Folios. Those of certification are void in production.'
    }
  },
  tools: 'More',
  history: 'History', historyCaption: 'Actions, newest first', what: 'What', about: 'About', by: 'Who', at: 'When',
  events: {
    started: 'Began', setLoaded: 'Uploaded the file of the set', optionsSet: 'Changed the data', issued: 'Issued', verdict: 'Recorded the review', setIssued: 'Issued the set',
    simulationIssued: 'Issued the simulation', verdictRecorded: 'Recorded the review'
  }
}

export const words = { es, en }
