import { RehearsalFailed } from './rehearsal-report.ts'

/** What the SII's page says of a declared set. */
export interface Review {
  state: 'SOK' | 'SRH'
  reasons: { case: number, text: string }[]
  /** The text is in the file, where there is one. */
  mail: { subject: string, text: string, file?: { text: string } }
}

interface Row { name: string, attentionNumber: number, outcome: string }
export interface SiiProgress { stage: string, sets: Row[], boletas?: Row }

/** What the SII's page says of files. */
export interface FilesReview { isRight: boolean, problems: string[] }

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
    generateBoletas: async (taxNumber: string): Promise<File> =>
      fileOf(await call('certifications/boleta-sets', { taxNumber })),
    /** "Declarar avance". */
    declare: (declaration: object) => read<Review>('certifications/declarations', declaration),
    /** "Avanzar siguiente paso". */
    advance: (taxNumber: string) => read<{ stage: string }>(`certifications/${taxNumber}/advances`, {}),
    /** "Ver avance de la postulación". */
    progress: (taxNumber: string) => read<SiiProgress>(`certifications/${taxNumber}`),
    /** ENVIO_DTE_n.xml, and the answers to it. */
    downloadExchange: async (taxNumber: string): Promise<File> => fileOf(await call(`certifications/${taxNumber}/exchange`)),
    uploadExchange: (taxNumber: string, files: readonly Buffer[]) => read<FilesReview>(
      `certifications/${taxNumber}/exchange`, { files: files.map((bytes) => bytes.toString('base64')) }),
    uploadSamples: (taxNumber: string, files: readonly { name: string, bytes: Buffer }[]) => read<FilesReview>(
      `certifications/${taxNumber}/samples`,
      { files: files.map(({ name, bytes }) => ({ name, bytes: bytes.toString('base64') })) }),
    /** "Declaración de cumplimiento de requisitos", or that of boletas. */
    comply: (taxNumber: string, declaration: object) =>
      read<object>(`certifications/${taxNumber}/compliance`, declaration),
    /** Has the SII object to a document of the next envelope of the company. */
    object: (fault: object) => read<object>('faults', fault)
  }
}

export type Pages = ReturnType<typeof createPages>

async function fileOf (response: Response): Promise<File> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file'
  return new File([await response.blob()], name)
}
