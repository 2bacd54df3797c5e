import { RehearsalFailed } from './diary.ts'

/** What the SII's page says of a declared set. */
export interface Review {
  state: 'SOK' | 'SRH'
  reasons: { case: number, text: string }[]
  mail: { subject: string, text: string }
}

export interface SiiProgress { stage: string, sets: { name: string, attentionNumber: number, outcome: string }[] }

/** The SII's pages on which a person acts, as the simulator has them: calls to its own address. */
export function createPages (simulatorUrl: string) {
  async function call (path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Response> {
    const response = await fetch(`${simulatorUrl.replace(/\/+$/, '')}/simulator/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    })
    if (!response.ok) throw new RehearsalFailed(`/simulator/${path}: ${response.status} ${await response.text()}`)
    return response
  }

  const read = async <Answer>(path: string, body?: object): Promise<Answer> =>
    await (await call(path, body)).json() as Answer

  return {
    /** "Generar nuevo set de pruebas": the file. */
    generate: async (order: object): Promise<File> => fileOf(await call('certifications/sets', order)),
    /** "Declarar avance". */
    declare: (declaration: object) => read<Review>('certifications/declarations', declaration),
    /** "Avanzar siguiente paso". */
    advance: (taxNumber: string) => read<{ stage: string }>(`certifications/${taxNumber}/advances`, {}),
    /** "Ver avance de la postulación". */
    progress: (taxNumber: string) => read<SiiProgress>(`certifications/${taxNumber}`),
    /** What the SII has on record of the company. */
    record: (company: object) => read<object>('companies', company),
    /** Has the SII object to a document of the next envelope of the company. */
    object: (fault: object) => read<object>('faults', fault)
  }
}

export type Pages = ReturnType<typeof createPages>

async function fileOf (response: Response): Promise<File> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file'
  return new File([await response.blob()], name)
}
