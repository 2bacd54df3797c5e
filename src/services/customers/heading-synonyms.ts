/**
 * Headings that people's own sheets have, by the column that they mean (`nameOf`), beside its heading and its member's
 * name. Accents, capitals and punctuation do not matter. Headings that could mean two things are not here: "Precio" and
 * "Valor" may include VAT or not, "Detalle" may be a name or a description, "Contacto" a person or an address.
 */
export type HeadingSynonyms = Readonly<Record<string, readonly string[]>>

export const customerSynonyms: HeadingSynonyms = {
  taxNumber: [
    'RUT cliente', 'RUT del cliente', 'RUT empresa', 'RUT receptor', 'RUT y DV', 'N° RUT', 'Número de RUT', 'Rol único tributario',
    'Tax number', 'Tax ID', 'Customer RUT', 'Customer tax ID', 'RUT number', 'VAT number'
  ],
  businessName: [
    'Nombre', 'Nombre cliente', 'Nombre del cliente', 'Cliente', 'Nombre o razón social', 'Razón social cliente',
    'Razón social receptor', 'Nombre empresa', 'Empresa',
    'Name', 'Customer', 'Customer name', 'Company', 'Company name', 'Legal name', 'Registered name'
  ],
  businessActivity: [
    'Giro cliente', 'Giro comercial', 'Giro receptor', 'Rubro', 'Actividad', 'Actividad económica',
    'Business activity', 'Line of business', 'Industry'
  ],
  address: [
    'Dirección cliente', 'Dirección comercial', 'Dirección receptor', 'Domicilio', 'Calle y número',
    'Street', 'Street address', 'Business address'
  ],
  municipality: ['Comuna cliente', 'Comuna receptor', 'Commune', 'District'],
  city: ['Ciudad cliente', 'Ciudad receptor', 'Town'],
  email: [
    'E-mail', 'Mail', 'Correo electrónico', 'Correo cliente', 'Correo receptor', 'Correo e-mail', 'Dirección de correo',
    'Dirección de correo electrónico', 'Email cliente', 'Casilla electrónica',
    'Email address', 'E-mail address', 'Customer email'
  ],
  paymentMethod: ['FmaPago', 'Payment method'],
  paymentDays: [
    'Días de crédito', 'Días crédito', 'Días plazo', 'Días de pago', 'Plazo días', 'Plazo en días', 'Plazo de pago (días)',
    'Credit days', 'Payment days', 'Payment terms (days)'
  ],
  foreignId: [
    'Pasaporte', 'Documento de identidad extranjero', 'Id extranjero', 'Passport', 'Passport number', 'Foreign ID'
  ],
  nationality: ['Código de nacionalidad', 'Nationality code'],
  notes: ['Nota', 'Notas internas', 'Observación', 'Observaciones', 'Comentario', 'Comentarios', 'Note', 'Remarks', 'Comments']
}

export const productSynonyms: HeadingSynonyms = {
  code: [
    'SKU', 'Código de barras', 'Código barra', 'Cód. barras', 'Cód.', 'Código producto', 'Código de producto',
    'Código del producto', 'Cód. producto', 'Código SKU', 'Código interno', 'Código artículo', 'EAN', 'EAN13',
    'Product code', 'Item code', 'Barcode', 'Part number', 'SKU code'
  ],
  name: [
    'Producto', 'Nombre producto', 'Nombre de producto', 'Nombre del producto', 'Nombre artículo', 'Artículo', 'Ítem',
    'Nombre ítem', 'Producto o servicio', 'Product', 'Product name', 'Item', 'Item name'
  ],
  description: [
    'Descripción larga', 'Descripción del producto', 'Descripción producto', 'Long description', 'Product description',
    'Item description'
  ],
  unitOfMeasure: [
    'UM', 'U. medida', 'U. de medida', 'Unidad medida', 'Unidad de medida', 'Un. medida', 'Unit of measure', 'Measurement unit', 'UOM'
  ],
  netUnitPrice: [
    'Precio neto unitario', 'Precio unitario neto', 'Valor neto', 'Valor unitario neto', 'Precio sin IVA', 'Precio s/IVA',
    'Precio + IVA', 'Precio más IVA', 'Precio venta neto', 'Precio de venta neto',
    'Net unit price', 'Unit price net', 'Price without VAT', 'Price excluding VAT', 'Price excl. VAT', 'Price before VAT',
    'Unit price without VAT', 'Price ex VAT'
  ],
  grossUnitPrice: [
    'Precio c/IVA', 'Precio unitario con IVA', 'Precio unitario c/IVA', 'Precio IVA incluido', 'Precio IVA incl.',
    'Precio inc. IVA', 'Precio bruto', 'Precio unitario bruto', 'Valor con IVA', 'Valor c/IVA', 'Precio venta con IVA',
    'Precio de venta con IVA', 'Precio venta c/IVA',
    'Gross price', 'Gross unit price', 'Unit price with VAT', 'Unit price including VAT', 'Price including VAT',
    'Price incl. VAT', 'Price inc. VAT', 'Price w/VAT'
  ],
  currency: ['Divisa', 'Tipo de moneda', 'Currency code'],
  grossPrice: ['IVA incluido', 'VAT included', 'Includes VAT', 'Incluye IVA'],
  exempt: ['Exento de IVA', 'Es exento', 'VAT exempt', 'Exempt from VAT', 'Is exempt'],
  taxCodes: [
    'Impuesto adicional', 'Código de impuesto adicional', 'Códigos de impuestos adicionales', 'Additional tax',
    'Additional tax codes'
  ]
}
