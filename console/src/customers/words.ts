const es = {
  title: 'Clientes', search: 'RUT o nombre', create: 'Agregar un cliente', caption: 'Clientes, por nombre',
  none: 'Aún no hay clientes', noneText: 'Guarde a quién le vende, y facture sin volver a escribir sus datos.',
  columns: { name: 'Nombre', rut: 'RUT', municipality: 'Comuna', email: 'Correo', terms: 'Pago' },
  back: 'Clientes', invoice: 'Facturar', data: 'Datos del cliente',
  fields: {
    taxNumber: 'RUT', businessName: 'Razón social', businessActivity: 'Giro', address: 'Dirección', municipality: 'Comuna', city: 'Ciudad',
    email: 'Correo para documentos', paymentMethod: 'Forma de pago', paymentDays: 'Días de plazo', foreignId: 'Pasaporte o documento extranjero',
    nationality: 'Nacionalidad (código de Aduanas)', notes: 'Notas internas'
  },
  notes: {
    taxNumber: 'De un extranjero sin RUT: 55.555.555-5.', email: 'Uno, o varios separados por ;',
    paymentDays: 'Desde la fecha de emisión hasta el vencimiento.', notes: 'No salen en ningún documento.'
  },
  methods: { 1: 'Contado', 2: 'Crédito', 3: 'Sin costo' } as Record<number, string>,
  noMethod: 'Sin indicar',
  wrongRut: 'Este RUT no es válido: revise los números y el dígito verificador.', missing: 'Escriba la razón social.',
  missingForeignId: 'Escriba el pasaporte o documento extranjero.',
  days: (days: string) => `a ${days} días`,
  documents: 'Últimos documentos', allDocuments: 'Ver todos', noDocuments: 'Aún no tiene documentos.',
  perMonth: 'Vendido por mes, últimos 12 meses', month: 'Mes', currency: 'Moneda',
  sold: (amount: string, documents: string) => `${amount} en ${documents}`,
  oneDocument: '1 documento', someDocuments: (count: string) => `${count} documentos`,
  noMonths: 'Nada vendido en los últimos 12 meses.',
  incomplete: 'Este cliente tiene muchos documentos: sólo se suman los 20.000 más nuevos.',
  remove: 'Eliminar el cliente', removeText: (name: string) => `Se elimina a ${name} de sus clientes. Los documentos emitidos quedan como están.`,
  fileName: 'ventas-por-mes'
}

const en: typeof es = {
  title: 'Customers', search: 'RUT or name', create: 'Add a customer', caption: 'Customers, by name',
  none: 'There are no customers yet', noneText: 'Save the customers you sell to, and issue invoices without typing their data again.',
  columns: { name: 'Name', rut: 'RUT', municipality: 'Municipality', email: 'Email', terms: 'Payment' },
  back: 'Customers', invoice: 'Issue an invoice', data: 'Data of the customer',
  fields: {
    taxNumber: 'RUT', businessName: 'Business name', businessActivity: 'Activity', address: 'Address', municipality: 'Municipality', city: 'City',
    email: 'Email for documents', paymentMethod: 'Form of payment', paymentDays: 'Days of credit', foreignId: 'Passport or foreign identity document',
    nationality: "Nationality (customs' code)", notes: 'Internal notes'
  },
  notes: {
    taxNumber: 'For a foreigner without a RUT: 55.555.555-5.', email: 'One, or several separated by ;',
    paymentDays: 'From the issue date to the due date.', notes: 'They are not printed on any document.'
  },
  methods: { 1: 'Cash', 2: 'Credit', 3: 'Free of charge' },
  noMethod: 'Not stated',
  wrongRut: 'This RUT is not valid: check the number and the check digit.', missing: 'Enter the registered name.',
  missingForeignId: 'Enter the passport or foreign document.',
  days: (days) => `in ${days} days`,
  documents: 'Latest documents', allDocuments: 'See all', noDocuments: 'There are no documents yet.',
  perMonth: 'Sold by month, last 12 months', month: 'Month', currency: 'Currency',
  sold: (amount, documents) => `${amount} in ${documents}`,
  oneDocument: '1 document', someDocuments: (count) => `${count} documents`,
  noMonths: 'Nothing was sold in the last 12 months.',
  incomplete: 'This customer has many documents: only the newest 20,000 are counted.',
  remove: 'Delete the customer', removeText: (name) => `${name} is deleted from your customers. Issued documents stay as they are.`,
  fileName: 'sales-by-month'
}

export const words = { es, en }
