export interface Tenant {
  taxNumber: string
  keys: { tenantCode: string, accessKey: string, secretKey: string }
  /** Of its administrator. */
  credentials: { email: string, password: string }
}

interface NewTenant {
  url: string
  taxNumber: string
  /** Folios by type. */
  folios?: Record<number, number>
}

/**
 * A tenant at the simulator that may issue documents: facturas, unless `folios` says otherwise. `operate` runs a
 * command of `timbre` and gives what it prints.
 */
export async function createTenant (
  operate: (args: string[]) => Promise<string>, { url, taxNumber, folios = { 33: 5000 } }: NewTenant
): Promise<Tenant> {
  const code = `drill-${taxNumber.slice(0, 8)}`
  const people = { email: `ana@${code}.example`, fullName: 'Ana Fuentes' }
  const printed = await operate([
    'tenant', 'create', '--code', code, '--tax-number', taxNumber, '--name', 'Comercial Andes SpA',
    '--email', people.email, '--full-name', people.fullName, '--simulator'
  ])
  const value = (name: string): string => {
    const found = new RegExp(`${name} +(\\S+)`).exec(printed)?.[1]
    if (found === undefined) throw new Error(`no "${name}" in: ${printed}`)
    return found
  }
  const keys = { tenantCode: code, accessKey: value('Access key'), secretKey: value('Secret key') }
  const credentials = { email: people.email, password: value('Password') }
  const headers = await signIn(url, credentials)
  await call(`${url}/api/Tenant/Update`, 'PUT', headers, {
    businessActivity: 'Ferretería', activityCodes: [475201], address: 'Calle Larga 100', municipality: 'Ñuñoa', city: 'Santiago'
  })
  await call(`${url}/api/Tenant/RehearsalCertificate`, 'POST', headers)
  for (const [documentType, count] of Object.entries(folios)) {
    await call(`${url}/api/Folio/Rehearse`, 'POST', headers, { documentType: Number(documentType), count })
  }
  return { taxNumber, keys, credentials }
}

/** The headers of a request in the name of a user. */
export async function signIn (url: string, credentials: Tenant['credentials']): Promise<Record<string, string>> {
  const { accessToken } = await call(`${url}/api/Auth/Login`, 'POST', {}, credentials)
  return { authorization: `Bearer ${accessToken}` }
}

/** The result of an operation. Throws with the answer if it is refused. */
export async function call (
  url: string, method: string, headers: Record<string, string>, body?: unknown
): Promise<any> {
  const answer = await fetch(url, {
    method, headers: { ...headers, ...body !== undefined && { 'content-type': 'application/json' } },
    ...body !== undefined && { body: JSON.stringify(body) }
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`)
  return (JSON.parse(text) as { result: unknown }).result
}
