const es = {
  titles: { ACD: 'Aceptar el contenido', ERM: 'Dar acuse de recibo', claim: 'Reclamar', answer: 'Responder al proveedor' },
  of: (count: string) => `${count} documentos`,
  effects: {
    ACD: 'Queda registrado en el SII que acepta el contenido: después ya no puede reclamar, y no se puede deshacer.',
    ERM: 'Queda registrado en el SII que recibió las mercaderías o servicios: con eso su IVA da derecho a crédito, y no se puede deshacer.',
    claim: 'El proveedor tendrá que anularlo con una nota de crédito, y su IVA no da derecho a crédito. Un reclamo no se puede deshacer.',
    answer: 'Se le envía al proveedor por correo un archivo firmado. No cambia nada en el registro del SII.'
  },
  until: (moment: string) => `Se puede hasta el ${moment}. Si nadie reclama en ocho días corridos, la ley lo da por aceptado.`,
  untilFirst: (moment: string) => `El primero vence el ${moment}. Si nadie reclama en ocho días corridos, la ley los da por aceptados.`,
  twoPersons: (amount: string) => `Sobre ${amount}, otra persona debe aprobarlo antes de que se envíe.`,
  left: (count: string) => `${count} de los seleccionados no lo admiten y quedan como están.`,
  kind: 'Qué se reclama',
  kinds: {
    RCD: ['El contenido', 'El documento dice algo que no corresponde: precio, cantidad, datos.'],
    RFP: ['Falta una parte', 'No llegó una parte de las mercaderías o servicios.'],
    RFT: ['No llegó nada', 'No llegaron las mercaderías o servicios.']
  } as Record<'RCD' | 'RFP' | 'RFT', [string, string]>,
  reason: 'Motivo', reasonNote: 'Queda en la auditoría y, si responde al proveedor, él lo lee.',
  tellSupplier: 'Responder también al proveedor por correo, cuando el SII lo registre',
  answer: 'Respuesta',
  answers: {
    0: ['Aceptado', 'El documento está bien.'], 1: ['Aceptado con reparos', 'Se acepta, y se dice qué discrepa.'],
    2: ['Rechazado', 'No se acepta, y se dice por qué. Para que valga ante el SII, reclame además.'],
    receipt: ['Recibo de mercaderías o servicios', 'El recibo firmado de la Ley 19.983, con el lugar donde se recibieron.']
  } as Record<'0' | '1' | '2' | 'receipt', [string, string]>,
  comment: 'Comentario', place: 'Lugar de recepción', placeNote: 'Por ejemplo, Bodega central.',
  submit: { ACD: 'Aceptar', ERM: 'Dar acuse de recibo', claim: 'Reclamar', answer: 'Responder' },
  outcomes: { queued: 'en camino al SII', sent: 'se enviará al proveedor', awaitingApproval: 'espera que otra persona lo apruebe', refused: 'no se hizo', unconfirmed: 'se enviará al proveedor cuando el SII confirme el documento' },
  withdraw: 'Retirar lo que espera', withdrawn: 'Se retiró: ya puede pedirlo de nuevo.',
  missing: 'Escriba el motivo.', missingPlace: 'Escriba el lugar.'
}

const en: typeof es = {
  titles: { ACD: 'Accept the content', ERM: 'Give the receipt', claim: 'Claim', answer: 'Answer the supplier' },
  of: (count) => `${count} documents`,
  effects: {
    ACD: 'The SII records that you accept the content: you cannot claim afterwards, and it cannot be undone.',
    ERM: 'The SII records that you received the goods or services: with that its VAT gives tax credit, and it cannot be undone.',
    claim: 'The supplier has to annul it with a credit note, and its VAT gives no tax credit. A claim cannot be undone.',
    answer: 'The supplier gets a signed file by mail. It changes nothing in the registry of the SII.'
  },
  until: (moment) => `It can be done until ${moment}. If nobody claims within eight running days, the law takes it as accepted.`,
  untilFirst: (moment) => `The first ends on ${moment}. If nobody claims within eight running days, the law takes them as accepted.`,
  twoPersons: (amount) => `Above ${amount}, another person must approve it before it is sent.`,
  left: (count) => `${count} of the selected do not take it and stay as they are.`,
  kind: 'What is claimed',
  kinds: {
    RCD: ['The content', 'The document says something wrong: price, quantity, data.'],
    RFP: ['A part is missing', 'A part of the goods or services did not come.'],
    RFT: ['Nothing came', 'The goods or services did not come.']
  },
  reason: 'Reason', reasonNote: 'It stays in the audit log and, if you answer the supplier, they read it.',
  tellSupplier: 'Also answer the supplier by mail, once the SII has it',
  answer: 'Answer',
  answers: {
    0: ['Accepted', 'The document is right.'], 1: ['Accepted with discrepancies', 'It is accepted, and you say what differs.'],
    2: ['Rejected', 'It is not accepted, and you say why. For the SII, claim it as well.'],
    receipt: ['Receipt of goods or services', 'The signed receipt of Ley 19.983, with the place where they were received.']
  },
  comment: 'Comment', place: 'Place of reception', placeNote: 'For example, Central warehouse.',
  submit: { ACD: 'Accept', ERM: 'Give the receipt', claim: 'Claim', answer: 'Answer' },
  outcomes: { queued: 'on its way to the SII', sent: 'will be mailed to the supplier', awaitingApproval: 'waits for another person to approve it', refused: 'not done', unconfirmed: 'will be mailed to the supplier once the SII confirms the document' },
  withdraw: 'Withdraw what waits', withdrawn: 'It was withdrawn: you can ask again now.',
  missing: 'Type the reason.', missingPlace: 'Type the place.'
}

export const actWords = { es, en }
