const es = {
  note: 'Lo que falta para emitir, en orden. Puede dejarlo y continuar después.',
  progress: (done: number, of: number) => `${done} de ${of} pasos listos`,
  steps: {
    data: 'Datos de la empresa',
    resolution: 'Resolución del SII',
    certificate: 'Certificado digital',
    folios: 'Folios',
    other: 'Otros pendientes',
    document: 'Primer documento'
  },
  about: {
    data: 'Se imprimen en cada documento. También puede enviarlos con cada uno.',
    resolution: 'La resolución con que el SII autoriza a su empresa a emitir. En certificación el número es 0 y la fecha es la de su ingreso al ambiente.',
    certificate: 'Con él se firma cada documento. Lo entrega una empresa certificadora a una persona autorizada en el SII.',
    folios: 'Los números que el SII autoriza para cada tipo de documento.',
    document: 'Emita uno y sígalo hasta que el SII lo acepte.'
  },
  done: {
    data: 'Completos',
    document: 'Aceptado'
  },
  supplies: (count: number) => count === 1 ? 'Folios de 1 tipo de documento' : `Folios de ${count} tipos de documento`,
  resolution: (number: string, date: string) => `N° ${number} del ${date}`,
  certificate: (holder: string, date: string) => `${holder}, hasta el ${date}`,
  ready: 'Listo', needed: 'Falta', advised: 'Conviene',
  orUpload: 'O suba su archivo:',
  inactive: (type: string) => `Hay folios de ${type} subidos, pero ninguno activo. Actívelos en Folios.`,
  activate: 'Activar los folios subidos',
  company: 'Ver los datos de la empresa',
  allDone: 'Todo está listo para emitir',
  allDoneText: 'Lo que emita se firma y se envía al SII de inmediato.',
  allDoneSimulator: 'Lo que emita va al simulador y no tiene valor tributario: puede hacer pruebas libremente.',
  issue: 'Emitir un documento',
  handingOver: 'Qué pasa con lo que emite',
  later: 'Cuando quiera',
  people: 'Invitar a su equipo', peopleNote: 'Cada persona con su propia cuenta y su rol.',
  template: 'Personalizar el PDF', templateNote: 'Logo, color y pie de página.',
  keys: 'Conectar un programa', keysNote: 'Claves para emitir por la API.'
}

const en: typeof es = {
  note: 'What is missing before you can issue, in order. You can leave and continue later.',
  progress: (done, of) => `${done} of ${of} steps done`,
  steps: {
    data: 'Company details',
    resolution: 'Resolution of the SII',
    certificate: 'Digital certificate',
    folios: 'Folios',
    other: 'Other open points',
    document: 'First document'
  },
  about: {
    data: 'They are printed on each document. You can also send them with each document.',
    resolution: 'The resolution by which the SII authorises your company to issue. In certification, the number is 0 and the date is that of your admission to the environment.',
    certificate: 'It signs each document. A certification authority issues it to a person authorised at the SII.',
    folios: 'The numbers that the SII authorises for each document type.',
    document: 'Issue one and follow it until the SII accepts it.'
  },
  done: {
    data: 'Complete',
    document: 'Accepted'
  },
  supplies: (count) => count === 1 ? 'Folios of 1 document type' : `Folios of ${count} document types`,
  resolution: (number, date) => `No. ${number} of ${date}`,
  certificate: (holder, date) => `${holder}, until ${date}`,
  ready: 'Done', needed: 'Missing', advised: 'Recommended',
  orUpload: 'Or upload your file:',
  inactive: (type) => `Folios of ${type} are uploaded, but none is active. Activate them in Folios.`,
  activate: 'Activate the uploaded folios',
  company: 'See the company details',
  allDone: 'Everything is ready to issue',
  allDoneText: 'What you issue is signed and sent to the SII at once.',
  allDoneSimulator: 'What you issue goes to the simulator and has no tax value: you can test freely.',
  issue: 'Issue a document',
  handingOver: 'What happens to documents that you issue',
  later: 'Optional',
  people: 'Invite your team', peopleNote: 'Each person with an account and a role.',
  template: 'Style your PDF', templateNote: 'Logo, colour and footer.',
  keys: 'Connect a program', keysNote: 'Keys to issue through the API.'
}

export const words = { es, en }
