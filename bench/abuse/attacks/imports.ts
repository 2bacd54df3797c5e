import { checkDigit } from '../../../src/dte/values/rut.ts'
import { persistentRequests, variationsPerAttack, type Attack } from '../attack.ts'
import { formOf } from '../http.ts'
import { requestBytes } from '../wire.ts'

// The most that one file may have.
const rows = 10_000
// Each changes every row of the one before.
const versions = 5

/** Files of 10,000 rows, as many at a time as a tenant may send. */
function imports (
  name: string, path: string, heading: string, rowOf: (row: number, version: number) => string
): Attack {
  return {
    kind: 'files',
    name,
    lanes: 2,
    prepare: ({ token }) => {
      const files = Array.from({ length: versions }, (_, version) => {
        const lines = Array.from({ length: rows }, (_row, row) => rowOf(row, version))
        return requestBytes({ path, token, body: formOf(Buffer.from([heading, ...lines].join('\n'))) })
      })
      return persistentRequests(Array.from({ length: variationsPerAttack }, (_, index) =>
        [`version ${index % versions}`, files[index % versions] ?? Buffer.alloc(0)] as const))
    }
  }
}

const customerOf = (row: number, version: number): string => {
  const digits = String(60_000_000 + row)
  return `${digits}-${checkDigit(digits)};Comercial ${row} Limitada;Ferretería ${version};Calle Larga ${row};Ñuñoa;Santiago`
}

export const importAttacks: readonly Attack[] = [
  imports('products, 10,000 rows', '/api/Product/Import', 'code;name;description;unitPrice',
    (row, version) => `SKU-${row};Producto número ${row} de ferretería;Se vende por unidad;${1000 + row + version}`),
  imports('customers, 10,000 rows', '/api/Customer/Import',
    'taxNumber;businessName;businessActivity;address;municipality;city', customerOf)
]
