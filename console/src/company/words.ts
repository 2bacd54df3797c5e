const es = {
  data: 'Datos de la empresa',
  dataNote: 'Se imprimen en los documentos que emita desde ahora; los ya emitidos no cambian.',
  code: 'Código de la empresa en Timbre',
  copyCode: 'Copiar el código de la empresa',
  certificate: {
    title: 'Certificado digital',
    none: 'Aún no hay certificado. Sin él no se firma ni se envía ningún documento.',
    upload: 'Subir certificado',
    another: 'Cambiar el certificado',
    dialog: 'Subir un certificado',
    rehearsalDialog: 'Pedir un certificado al simulador',
    soon: 'Vence pronto. Suba el nuevo, que lo reemplaza de inmediato.',
    over: 'Venció. Los documentos esperan hasta que suba el nuevo.',
    valid: 'Vigente', soonShort: 'Vence pronto', overShort: 'Vencido'
  },
  authority: {
    title: 'SII y resoluciones',
    authority: 'Destino de los documentos',
    sii: 'Al SII', simulator: 'Al simulador (pruebas)',
    environment: 'Ambiente',
    certification: 'Certificación', production: 'Producción',
    fixed: 'El ambiente no se puede cambiar una vez que hay folios o documentos.',
    inUse: 'en uso',
    edit: (what: string) => `Modificar: ${what}`,
    enter: (what: string) => `Ingresar: ${what}`,
    confirmTitle: 'Cambiar el destino de los documentos',
    confirmAction: 'Cambiar',
    toSii: 'Lo que emita desde ahora irá al SII.',
    toSimulator: 'Lo que emita desde ahora irá al simulador y no tendrá valor tributario.',
    toProduction: 'Pasa a Producción: lo que emita desde ahora tiene efectos tributarios y no se puede deshacer.',
    toCertification: 'Pasa a Certificación: lo que emita desde ahora no tiene valor tributario.'
  },
  issuing: {
    title: 'Emisión',
    qrOnPdf: 'Código QR de la página pública',
    qrOnPdfNote: 'Se imprime en el PDF de los documentos válidos, salvo que su enlace se haya revocado.',
    qrPlaces: { none: 'En ninguno', tickets: 'En los tickets', all: 'En todos' },
    whenNotReady: 'Si faltan folios o el certificado',
    wait: 'El documento espera y se emite cuando estén',
    refuse: 'El documento se rechaza de inmediato',
    strictFormat: 'Exigir el formato estricto',
    strictFormatNote: 'Rechaza también lo que el formato obliga y el SII no revisa, en lugar de emitirlo con una advertencia.'
  },
  access: {
    title: 'Inicio de sesión',
    requireSecondFactor: 'Exigir un segundo factor',
    requireSecondFactorNote: 'Quien no lo tiene puede entrar, pero sólo para configurarlo. También usted.'
  },
  notices: {
    title: 'Avisos de folios',
    note: 'Los administradores reciben un aviso cuando quedan pocos folios de un tipo.',
    days: 'Cuando alcanzan para estos días o menos',
    number: 'Cuando quedan estos folios o menos',
    zero: '0 no avisa por este motivo.'
  },
  yes: 'Sí', no: 'No'
}

const en: typeof es = {
  data: 'Company details',
  dataNote: 'They are printed on the documents that you issue from now on; those already issued do not change.',
  code: 'Code of the company in Timbre',
  copyCode: 'Copy the code of the company',
  certificate: {
    title: 'Digital certificate',
    none: 'There is no certificate yet. Without one, no document is signed or sent.',
    upload: 'Upload a certificate',
    another: 'Replace the certificate',
    dialog: 'Upload a certificate',
    rehearsalDialog: 'Get a certificate from the simulator',
    soon: 'It expires soon. Upload the new one, which replaces it at once.',
    over: 'It has expired. Documents wait until you upload a new one.',
    valid: 'Valid', soonShort: 'Expires soon', overShort: 'Expired'
  },
  authority: {
    title: 'SII and resolutions',
    authority: 'Where documents are sent',
    sii: 'To the SII', simulator: 'To the simulator, for rehearsals',
    environment: 'Environment',
    certification: 'Certification', production: 'Production',
    fixed: 'The environment cannot change once there are folios or documents.',
    inUse: 'in use',
    edit: (what) => `Edit: ${what}`,
    enter: (what) => `Enter: ${what}`,
    confirmTitle: 'Change where documents are sent',
    confirmAction: 'Change',
    toSii: 'What you issue from now on goes to the SII.',
    toSimulator: 'What you issue from now on goes to the simulator and has no tax value.',
    toProduction: 'This is Production: what you issue from now on counts for taxes and cannot be undone.',
    toCertification: 'This is Certification: what you issue from now on has no tax value.'
  },
  issuing: {
    title: 'Issuing',
    qrOnPdf: 'QR code of the public page',
    qrOnPdfNote: 'It is printed on the PDF of valid documents, unless their link was revoked.',
    qrPlaces: { none: 'On none', tickets: 'On tickets', all: 'On all' },
    whenNotReady: 'If folios or the certificate are missing',
    wait: 'The document waits and is issued once they are there',
    refuse: 'The document is refused at once',
    strictFormat: 'Require the strict format',
    strictFormatNote: 'Rejects documents that break rules of the format that the SII does not check, instead of issuing them with a warning.'
  },
  access: {
    title: 'Sign-in',
    requireSecondFactor: 'Require a second factor',
    requireSecondFactorNote: 'People without one can sign in, but only to set it up. You too.'
  },
  notices: {
    title: 'Folio warnings',
    note: 'Administrators are warned when few folios of a type are left.',
    days: 'When they last this many days or fewer',
    number: 'When this many folios or fewer are left',
    zero: '0 turns this warning off.'
  },
  yes: 'Yes', no: 'No'
}

export const words = { es, en }
