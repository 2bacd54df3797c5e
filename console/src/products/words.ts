const es = {
  title: 'Productos', search: 'Código o nombre', create: 'Agregar un producto', edit: 'Modificar el producto', caption: 'Productos, por nombre',
  none: 'Aún no hay productos', noneText: 'Guarde lo que vende, y emita sin volver a escribir códigos ni precios.',
  columns: { name: 'Nombre', code: 'Código', unit: 'Unidad', price: 'Precio', tax: 'Impuestos' },
  fields: {
    name: 'Nombre', code: 'Código', description: 'Descripción', unitOfMeasure: 'Unidad', unitPrice: 'Precio unitario', currency: 'Moneda',
    priceIs: 'El precio es', exempt: 'Exento de IVA', taxCodes: 'Impuestos adicionales'
  },
  codeNote: 'El suyo; ningún otro producto puede tenerlo.',
  net: 'Neto', gross: 'Con IVA',
  priceNote: 'Los documentos con precios del otro tipo lo toman con IVA agregado o descontado.',
  priceOfTaxed: 'Con impuestos adicionales, los documentos con precios del otro tipo no toman el precio: escríbalo ahí.',
  isExempt: 'exento', vatIncluded: 'IVA incluido', plusVat: '+ IVA',
  missing: 'Escriba el nombre.', noNumber: 'Escriba un número, como 1.234,5.',
  remove: 'Eliminar el producto', removeText: (name: string) => `Se elimina ${name} de sus productos. Los documentos emitidos quedan como están.`
}

const en: typeof es = {
  title: 'Products', search: 'Code or name', create: 'Add a product', edit: 'Change the product', caption: 'Products, by name',
  none: 'There are no products yet', noneText: 'Save what you sell, and issue documents without typing codes and prices again.',
  columns: { name: 'Name', code: 'Code', unit: 'Unit', price: 'Price', tax: 'Taxes' },
  fields: {
    name: 'Name', code: 'Code', description: 'Description', unitOfMeasure: 'Unit', unitPrice: 'Unit price', currency: 'Currency',
    priceIs: 'The price is', exempt: 'Exempt from VAT', taxCodes: 'Additional taxes'
  },
  codeNote: 'Your own; no other product can have it.',
  net: 'Net', gross: 'With VAT',
  priceNote: 'Documents that use the other kind of price take it with VAT added or removed.',
  priceOfTaxed: 'With additional taxes, documents that use the other kind of price do not take it: enter the price there.',
  isExempt: 'exempt', vatIncluded: 'VAT included', plusVat: '+ VAT',
  missing: 'Enter the name.', noNumber: 'Enter a number, such as 1.234,5.',
  remove: 'Delete the product', removeText: (name) => `${name} is deleted from your products. Issued documents stay as they are.`
}

export const words = { es, en }
