const es = {
  title: 'Plantillas PDF',
  intro: 'Cómo se ven sus documentos impresos. Sin plantillas se usa el diseño predeterminado.',
  back: 'Plantillas PDF',
  caption: 'Plantillas, por nombre',
  columns: { name: 'Plantilla', kind: 'Clase', types: 'Documentos', format: 'Papel', changed: 'Modificada' },
  kinds: { settings: 'Opciones', code: 'Código' },
  formats: { letter: 'Carta', '80mm': '80 mm', '58mm': '58 mm' },
  allTypes: 'Todos',
  isDefault: 'Predeterminada',
  none: 'Aún no hay plantillas',
  noneText: 'Cree una para poner su color, su logo y su pie de página, o para escribir su propio diseño.',
  create: 'Nueva plantilla', withSettings: 'Con opciones', withSettingsText: 'El diseño predeterminado con su color, logo, columnas y pie.',
  withCode: 'Con código', withCodeText: 'Su propia página, escrita en Typst con las mismas piezas.',
  newName: 'Plantilla nueva',
  form: {
    name: 'Nombre', types: 'Documentos', typesNote: 'Vacío: todos los tipos', format: 'Papel', isDefault: 'Usarla para estos documentos',
    color: 'Color', pickColor: 'Tomar un color de la pantalla', contrast: (ratio: string) => `Contraste sobre blanco ${ratio}: se lee bien.`,
    lowContrast: (ratio: string) => `Contraste sobre blanco ${ratio}: los títulos se leerán con dificultad. Use uno más oscuro (4,5 o más).`,
    logo: 'Logo', logoNote: 'PNG, JPEG o SVG, hasta 256 kB', logoKept: (size: string) => `Logo de ${size}`, removeLogo: 'Quitar el logo',
    footer: 'Pie de página', footerNote: 'Una o dos líneas', columns: 'Columnas', itemCode: 'Código', unit: 'Unidad', discount: 'Descuento',
    payment: 'Mostrar forma y medio de pago',
    source: 'Código Typst', line: (line: string, column: string) => `Línea ${line}, columna ${column}`
  },
  preview: {
    title: 'Vista previa', open: 'Abrir la vista previa', sample: 'Muestra', samples: { ordinary: 'Corriente', bare: 'Mínima', full: 'Completa', long: 'Larga' },
    type: 'Tipo', cedible: 'Copia cedible', missing: 'La ley pide que el documento muestre también:', drawing: 'Generando…', frame: 'Vista previa de la plantilla',
    document: 'Documento propio', noDocument: 'O con un documento propio',
    parts: {
      taxNumber: 'el RUT del emisor', documentName: 'el nombre del documento', folio: 'el folio', totals: 'los totales', totalAmount: 'el monto total',
      stamp: 'el timbre', stampSize: 'el timbre con 5 a 9 cm de ancho y 2 a 4 cm de alto', stampLegend: 'la leyenda del timbre, con la resolución',
      cedibleLegend: 'la leyenda de la copia cedible', watermark: 'la marca de agua'
    } as Record<string, string>
  },
  saved: 'Plantilla guardada. Está en uso: sus documentos se imprimen con ella desde ahora.',
  savedUnused: 'Plantilla guardada. No está en uso: marque «Usarla para estos documentos» y guarde.',
  replace: 'Guardar y usar esta en su lugar', replaceText: 'Otra plantilla está en uso para estos documentos. Se conserva, y puede volver a usarla.',
  unsaved: 'Hay cambios sin guardar',
  leave: 'Los cambios de esta plantilla no se han guardado. ¿Salir de todos modos?',
  remove: 'Eliminar la plantilla',
  removeText: (name: string) => `Se elimina «${name}». Sus documentos usarán la siguiente plantilla predeterminada, o el diseño de Timbre.`,
  reference: 'Las piezas y datos disponibles están en la documentación de plantillas.'
}

const en: typeof es = {
  title: 'PDF templates',
  intro: 'How your documents look in print. Without templates, the built-in design is used.',
  back: 'PDF templates',
  caption: 'Templates, by name',
  columns: { name: 'Template', kind: 'Kind', types: 'Documents', format: 'Paper', changed: 'Changed' },
  kinds: { settings: 'Settings', code: 'Code' },
  formats: { letter: 'Letter', '80mm': '80 mm', '58mm': '58 mm' },
  allTypes: 'All',
  isDefault: 'Default',
  none: 'No templates yet',
  noneText: 'Create one to set your colour, logo and footer, or to write your own design.',
  create: 'New template', withSettings: 'With settings', withSettingsText: 'The built-in design with your colour, logo, columns and footer.',
  withCode: 'With code', withCodeText: 'Your own page, written in Typst from the same parts.',
  newName: 'New template',
  form: {
    name: 'Name', types: 'Documents', typesNote: 'If blank, all types', format: 'Paper', isDefault: 'Use it for these documents',
    color: 'Colour', pickColor: 'Pick a colour from the screen', contrast: (ratio) => `Contrast on white ${ratio}: easy to read.`,
    lowContrast: (ratio) => `Contrast on white ${ratio}: headings will be hard to read. Use a darker one (4.5 or more).`,
    logo: 'Logo', logoNote: 'PNG, JPEG or SVG, up to 256 kB', logoKept: (size) => `Logo of ${size}`, removeLogo: 'Remove the logo',
    footer: 'Footer', footerNote: 'One or two lines', columns: 'Columns', itemCode: 'Code', unit: 'Unit', discount: 'Discount',
    payment: 'Show terms and means of payment',
    source: 'Typst code', line: (line, column) => `Line ${line}, column ${column}`
  },
  preview: {
    title: 'Preview', open: 'Open the preview', sample: 'Sample', samples: { ordinary: 'Ordinary', bare: 'Bare', full: 'Full', long: 'Long' },
    type: 'Type', cedible: 'Assignable copy', missing: 'The law also requires the document to show:', drawing: 'Drawing…', frame: 'Preview of the template',
    document: 'Your document', noDocument: 'Or with one of your documents',
    parts: {
      taxNumber: "the sender's RUT", documentName: 'the name of the document', folio: 'the folio', totals: 'the totals', totalAmount: 'the total amount',
      stamp: 'the stamp', stampSize: 'the stamp 5 to 9 cm wide and 2 to 4 cm high', stampLegend: 'the legend of the stamp, with the resolution',
      cedibleLegend: 'the legend of the assignable copy', watermark: 'the watermark'
    }
  },
  saved: 'Template saved. It is in use: your documents are printed with it from now on.',
  savedUnused: 'Template saved. It is not in use: turn on “Use it for these documents” and save.',
  replace: 'Save and use this one instead', replaceText: 'Another template is in use for these documents. It is kept, and you can use it again.',
  unsaved: 'There are unsaved changes',
  leave: 'The changes of this template were not saved. Leave anyway?',
  remove: 'Delete the template',
  removeText: (name) => `“${name}” is deleted. Its documents will use the next default template, or the built-in design.`,
  reference: 'The template documentation lists the parts and data that you can use.'
}

export const words = { es, en }
