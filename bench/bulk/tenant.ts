const taxNumber = '77777777-7'
const businessName = 'Comercial Banco de Pruebas SpA'
const credentials = { email: 'admin@bench.example', password: 'correo-tinta-lluvia' }

export type Call = <Result>(
  method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, headers?: Record<string, string>
) => Promise<Result>

/** Registers a tenant with a certificate and folios enough, and gives what calls the API as its administrator. */
export async function createTenant (url: string, simulatorUrl: string, folios: number): Promise<Call> {
  const anyone = callerOf(url)
  await anyone('POST', '/Auth/Register', {
    ...credentials, fullName: 'Admin', companyTitle: businessName, taxNumber, tenantCode: 'bench'
  })
  let token = ''
  let until = 0
  // A token lives half an hour: long runs need another one.
  const call: Call = async (method, path, body, headers) => {
    if (Date.now() > until) {
      const signedIn = await anyone<{ accessToken: string }>('POST', '/Auth/Login', credentials)
      token = signedIn.accessToken
      until = Date.now() + 15 * 60_000
    }
    return anyone(method, path, body, { authorization: `Bearer ${token}`, ...headers })
  }
  await call('PUT', '/Tenant/Update', {
    businessName, businessActivity: 'Ferretería', activityCodes: [475201], address: 'Calle Larga 100',
    municipality: 'Ñuñoa', city: 'Santiago'
  })
  await call(
    'POST',
    '/Tenant/Certificate',
    formOf({
      Password: 'clave',
      File: await made(`${simulatorUrl}/simulator/certificates`, {
        taxNumber, holderName: 'Ana Rojas', holderTaxNumber: '99999999-9', password: 'clave'
      })
    })
  )
  const { id } = await call<{ id: string }>(
    'POST',
    '/Folio/Upload',
    formOf({
      File: await made(`${simulatorUrl}/simulator/cafs`, {
        taxNumber, businessName, documentType: 33, from: 1, to: folios
      })
    })
  )
  await call('PUT', '/Folio/Activate', { id })
  return call
}

function callerOf (url: string): Call {
  return async <Result>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) })
    })
    const told = await answer.json() as { errorCode: string, errors: string[], result: Result }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${told.errorCode} ${told.errors.join('; ')}`)
    return told.result
  }
}

async function made (url: string, order: object): Promise<Blob> {
  const answer = await fetch(url, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order)
  })
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`)
  return answer.blob()
}

function formOf (parts: Record<string, Blob | string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.append(name, value)
  return form
}
