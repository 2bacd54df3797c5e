import { labelOf } from '../text/labels.ts'

/* What to do with a value that is missing, by the last name of its member; what it is called follows from it. */
const es = {
  businessName: 'Escriba la razón social', taxNumber: 'Escriba el RUT', businessActivity: 'Escriba el giro',
  activityCodes: 'Elija los códigos de actividad', address: 'Escriba la dirección', municipality: 'Escriba la comuna', city: 'Escriba la ciudad',
  siiOffice: 'Escriba la unidad del SII', branchName: 'Escriba el nombre de la sucursal', branchCode: 'Escriba el código de sucursal del SII',
  phone: 'Escriba el teléfono', email: 'Escriba el correo', fullName: 'Escriba el nombre', password: 'Escriba la contraseña',
  newPassword: 'Escriba la contraseña nueva', currentPassword: 'Escriba la contraseña actual', roleIds: 'Elija los roles',
  name: 'Escriba el nombre', description: 'Escriba la descripción', claims: 'Elija los permisos',
  foreignId: 'Escriba el pasaporte o documento extranjero', nationality: 'Elija la nacionalidad', paymentMethod: 'Elija la forma de pago',
  paymentDays: 'Escriba los días de plazo', notes: 'Escriba las notas internas', unitPrice: 'Escriba el precio',
  unitOfMeasure: 'Escriba la unidad', currency: 'Elija la moneda', taxCodes: 'Elija los impuestos', count: 'Escriba la cantidad',
  ipAddress: 'Escriba la dirección IP', host: 'Escriba el servidor', port: 'Escriba el puerto', userName: 'Escriba el usuario',
  folder: 'Escriba la carpeta', tokenUrl: 'Escriba la dirección del token', url: 'Escriba la dirección', events: 'Elija los avisos',
  number: 'Escriba el número', date: 'Elija la fecha'
}

const en: typeof es = {
  businessName: 'Type the registered name', taxNumber: 'Type the RUT', businessActivity: 'Type the business activity',
  activityCodes: 'Choose the activity codes', address: 'Type the address', municipality: 'Type the municipality', city: 'Type the city',
  siiOffice: "Type the SII's unit", branchName: 'Type the name of the branch', branchCode: 'Type the code of the branch',
  phone: 'Type the phone', email: 'Type the email', fullName: 'Type the name', password: 'Type the password',
  newPassword: 'Type the new password', currentPassword: 'Type the current password', roleIds: 'Choose the roles',
  name: 'Type the name', description: 'Type the description', claims: 'Choose the permissions',
  foreignId: 'Type the passport or foreign document', nationality: 'Choose the nationality', paymentMethod: 'Choose the payment',
  paymentDays: 'Type the days of credit', notes: 'Type the internal notes', unitPrice: 'Type the price',
  unitOfMeasure: 'Type the unit', currency: 'Choose the currency', taxCodes: 'Choose the taxes', count: 'Type the quantity',
  ipAddress: 'Type the IP address', host: 'Type the server', port: 'Type the port', userName: 'Type the user',
  folder: 'Type the folder', tokenUrl: 'Type the address of the token', url: 'Type the address', events: 'Choose the messages',
  number: 'Type the number', date: 'Choose the date'
}

const asked = { es, en }
const isMissing = /^(es obligatorio|debe tener al menos 1 |is required|must have at least 1 )/

/**
 * A sentence of the server about a member, as one person says it to another: `businessName: es obligatorio` is
 * "Escriba la razón social.", and `email: debe ser …` is "Correo: debe ser …". Others stay as they are.
 */
export function memberSentence (sentence: string, language: 'es' | 'en'): string {
  const [, path = '', said = ''] = /^(\w[\w.[\]]*): (.*)$/s.exec(sentence) ?? []
  const member = path.replaceAll(/\[\d+\]/g, '').split('.').at(-1)!
  const ask = labelOf(asked[language], member)
  if (ask === undefined) return /^[a-z]/.test(path) ? capitalised(said) : sentence
  return isMissing.test(said) ? `${ask}.` : `${nameIn(ask)}: ${said}`
}

/** `Escriba la razón social`: `Razón social`. */
function nameIn (ask: string): string {
  const name = ask.split(' ').slice(2).join(' ')
  return capitalised(name)
}

function capitalised (text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
