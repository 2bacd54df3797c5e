const es = {
  title: 'Direcciones IP',
  intro: 'Sólo desde estas direcciones se puede usar la API y la consola. Con la lista vacía, desde cualquiera.',
  yours: (address: string) => `Su dirección ahora es ${address}.`,
  ownAddress: 'Usted se conecta desde aquí',
  caption: 'Direcciones permitidas',
  columns: { address: 'Dirección o rango', description: 'Descripción', since: 'Desde' },
  none: 'Se puede entrar desde cualquier dirección',
  noneText: 'Agregue una dirección para permitir sólo las de la lista. La primera debe incluir la suya.',
  add: 'Agregar una dirección',
  addYours: 'Agregar mi dirección',
  edit: 'Modificar la dirección',
  address: 'Dirección o rango',
  addressNote: 'Por ejemplo 200.1.2.3, 10.0.0.0/8 o 2001:db8::/32',
  description: 'Descripción',
  descriptionNote: 'De quién es: la oficina, el servidor de ventas…',
  everyone: 'Entiendo que este rango permite el acceso desde cualquier dirección.',
  locksOut: 'Con este cambio usted ya no podría entrar: su dirección no quedaría en la lista.',
  remove: 'Eliminar la dirección',
  removeText: (address: string) => `Desde ${address} ya no se podrá entrar.`,
  removeLast: (address: string) => `${address} es la última de la lista: sin ella se podrá entrar desde cualquier dirección.`
}

const en: typeof es = {
  title: 'IP addresses',
  intro: 'The API and the console can be used from these addresses only. If the list is empty, every address is allowed.',
  yours: (address) => `Your address is ${address} now.`,
  ownAddress: 'Your current connection',
  caption: 'Allowed addresses',
  columns: { address: 'Address or range', description: 'Description', since: 'Since' },
  none: 'Every address is allowed',
  noneText: 'Add an address to allow only those on the list. The first one must include yours.',
  add: 'Add an address',
  addYours: 'Add my address',
  edit: 'Change the address',
  address: 'Address or range',
  addressNote: 'For example 200.1.2.3, 10.0.0.0/8 or 2001:db8::/32',
  description: 'Description',
  descriptionNote: 'What it belongs to: the office, the sales server…',
  everyone: 'This range allows every address. That is what I want.',
  locksOut: 'With this change you could no longer sign in: your address would not be on the list.',
  remove: 'Delete the address',
  removeText: (address) => `${address} will no longer be allowed.`,
  removeLast: (address) => `${address} is the last one on the list: without it, every address is allowed.`
}

export const words = { es, en }
