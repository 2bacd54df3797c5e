const es = {
  send: 'Enviar',
  link: 'Copiar enlace',
  print: 'Imprimir',
  sendTitle: (name: string) => `Enviar ${name}`,
  to: 'Direcciones de correo',
  toNote: 'Separadas por comas; a lo más 10. Cada una recibe su propio correo, con el PDF y el XML.',
  message: 'Mensaje',
  copyToMe: 'Enviarme una copia',
  noMail: 'Este servidor no envía correos. Pida a su operador que configure el correo; mientras tanto, descargue el PDF o copie el enlace.',
  queued: (to: string) => `En camino a ${to}.`,
  before: 'Enviado antes',
  linkTitle: (name: string) => `Enlace de ${name}`,
  linkNote: 'Quien tenga este enlace ve el documento, su PDF y su XML, hasta que usted lo revoque.',
  copy: 'Copiar',
  copied: 'Copiado',
  whatsApp: 'WhatsApp',
  whatsAppText: (name: string, url: string) => `${name}: ${url}`,
  revoke: 'Revocar el enlace',
  revoked: 'El enlace ya no abre el documento.'
}

const en: typeof es = {
  send: 'Send',
  link: 'Copy link',
  print: 'Print',
  sendTitle: (name) => `Send ${name}`,
  to: 'Email addresses',
  toNote: 'Separated by commas; at most 10. Each gets a mail of its own, with the PDF and the XML.',
  message: 'Message',
  copyToMe: 'Send me a copy',
  noMail: 'This server sends no mail. Ask its operator to set up mail; until then, download the PDF or copy the link.',
  queued: (to) => `On its way to ${to}.`,
  before: 'Sent before',
  linkTitle: (name) => `Link of ${name}`,
  linkNote: 'Who has this link sees the document, its PDF and its XML, until you revoke it.',
  copy: 'Copy',
  copied: 'Copied',
  whatsApp: 'WhatsApp',
  whatsAppText: (name, url) => `${name}: ${url}`,
  revoke: 'Revoke the link',
  revoked: 'The link no longer opens the document.'
}

export const words = { es, en }
