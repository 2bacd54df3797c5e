const es = {
  select: (name: string) => `Seleccionar ${name}`,
  selectAll: 'Seleccionar todos los de esta página',
  selected: (count: string, one: boolean) => one ? '1 documento seleccionado' : `${count} documentos seleccionados`,
  unselect: 'Quitar la selección',
  addFilter: 'Filtro',
  removeFilter: (name: string) => `Quitar el filtro ${name}`,
  type: 'Tipo de documento', anyType: 'Todos los tipos',
  dates: 'Fechas de emisión',
  minAmount: 'Monto desde', maxAmount: 'Monto hasta'
}

const en: typeof es = {
  select: (name) => `Select ${name}`,
  selectAll: 'Select all on this page',
  selected: (count, one) => one ? '1 document selected' : `${count} documents selected`,
  unselect: 'Clear the selection',
  addFilter: 'Filter',
  removeFilter: (name) => `Remove the filter ${name}`,
  type: 'Document type', anyType: 'All types',
  dates: 'Issue dates',
  minAmount: 'Amount from', maxAmount: 'Amount to'
}

export const words = { es, en }
