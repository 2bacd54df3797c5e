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
  kind: 'Qué reclama',
  kinds: {
    RCD: ['El contenido', 'El documento tiene un error: precio, cantidad, datos.'],
    RFP: ['Falta una parte', 'No llegó una parte de las mercaderías o servicios.'],
    RFT: ['No llegó nada', 'No llegaron las mercaderías o servicios.']
  } as Record<'RCD' | 'RFP' | 'RFT', [string, string]>,
  reason: 'Motivo', reasonNote: 'Queda en la auditoría. Si responde al proveedor, también lo ve él.',
  tellSupplier: 'Responder también al proveedor por correo, cuando el SII lo registre',
  answer: 'Respuesta',
  answers: {
    0: ['Aceptado', 'El documento está bien.'], 1: ['Aceptado con reparos', 'Se acepta y se indica qué discrepa.'],
    2: ['Rechazado', 'No se acepta y se indica por qué. Para que valga ante el SII, reclame además.'],
    receipt: ['Recibo de mercaderías o servicios', 'El recibo firmado de la Ley 19.983, con el lugar donde se recibieron.']
  } as Record<'0' | '1' | '2' | 'receipt', [string, string]>,
  comment: 'Comentario', place: 'Recinto', placeNote: 'Por ejemplo, Bodega central.',
  submit: { ACD: 'Aceptar', ERM: 'Dar acuse de recibo', claim: 'Reclamar', answer: 'Responder' },
  outcomes: { queued: 'en camino al SII', sent: 'se enviará al proveedor', awaitingApproval: 'espera que otra persona lo apruebe', refused: 'no realizado', unconfirmed: 'se enviará al proveedor cuando el SII confirme el documento' },
  withdraw: 'Retirar la solicitud pendiente', withdrawn: 'La solicitud se retiró: puede hacerla de nuevo.',
  missing: 'Escriba el motivo.', missingPlace: 'Escriba el recinto.'
}

const en: typeof es = {
  titles: { ACD: 'Accept the content', ERM: 'Confirm receipt of goods', claim: 'Claim', answer: 'Answer the supplier' },
  of: (count) => `${count} documents`,
  effects: {
    ACD: 'The SII records that you accept the content: you cannot claim afterwards, and it cannot be undone.',
    ERM: 'The SII records that you received the goods or services: you can then deduct its VAT, and it cannot be undone.',
    claim: 'The supplier has to annul it with a credit note, and you cannot deduct its VAT. A claim cannot be undone.',
    answer: "The supplier receives a signed file by email. Nothing changes in the SII's registry."
  },
  until: (moment) => `You can do this until ${moment}. If nobody claims within eight calendar days, the law considers it accepted.`,
  untilFirst: (moment) => `The first deadline is ${moment}. If nobody claims within eight calendar days, the law considers them accepted.`,
  twoPersons: (amount) => `Above ${amount}, another person must approve it before it is sent.`,
  left: (count) => `${count} of the selected do not allow this and stay as they are.`,
  kind: 'What you claim',
  kinds: {
    RCD: ['The content', 'The document contains an error: price, quantity, data.'],
    RFP: ['Partial delivery', 'Part of the goods or services did not arrive.'],
    RFT: ['Nothing arrived', 'The goods or services did not arrive.']
  },
  reason: 'Reason', reasonNote: 'It is kept in the audit log. If you answer the supplier, they see it too.',
  tellSupplier: 'Also answer the supplier by email, once the SII records it',
  answer: 'Answer',
  answers: {
    0: ['Accepted', 'The document is correct.'], 1: ['Accepted with discrepancies', 'You accept it and state what differs.'],
    2: ['Rejected', 'You do not accept it and state why. To make it count at the SII, claim it as well.'],
    receipt: ['Receipt of goods or services', 'The signed receipt of Ley 19.983, with the place where they were received.']
  },
  comment: 'Comment', place: 'Place of receipt', placeNote: 'For example, Central warehouse.',
  submit: { ACD: 'Accept', ERM: 'Confirm receipt', claim: 'Claim', answer: 'Answer' },
  outcomes: { queued: 'on its way to the SII', sent: 'will be emailed to the supplier', awaitingApproval: 'awaiting approval by another person', refused: 'not done', unconfirmed: 'will be emailed to the supplier once the SII confirms the document' },
  withdraw: 'Withdraw the pending request', withdrawn: 'The request was withdrawn: you can make it again.',
  missing: 'Enter the reason.', missingPlace: 'Enter the place.'
}

export const actWords = { es, en }
