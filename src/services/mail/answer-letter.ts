import type { SupplierAnswerRow } from '../../repositories/receiving/supplier-answers.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { formatRut } from '../../dte/values/rut.ts'
import type { Letter } from './letter.ts'
import { mailName } from './names.ts'

const purposes: Record<SupplierAnswerRow['kind'], { title: string, purpose: string }> = {
  reception: { title: 'Recepción de su envío', purpose: 'el acuse de que su archivo llegó (RecepcionEnvio)' },
  result: { title: 'Resultado de sus documentos', purpose: 'si sus documentos se aceptan (ResultadoDTE)' },
  receipt: { title: 'Recibo de mercaderías o servicios', purpose: 'el recibo de la Ley 19.983 (EnvioRecibos)' }
}

/** The mail that brings an answer; its reader is a program. */
export function answerLetter (
  answer: SupplierAnswerRow, { businessName, taxNumber }: Pick<TenantRow, 'businessName' | 'taxNumber'>
): Letter {
  const { title, purpose } = purposes[answer.kind]
  const rut = `RUT ${formatRut(taxNumber)}`
  const name = mailName(businessName)
  const number = answer.number === null ? '' : ` N° ${answer.number}`
  return {
    subject: `${title}${number}, de ${name ?? rut}`,
    paragraphs: [
      'Estimado proveedor:', `${name === undefined ? `La empresa de ${rut}` : `${name}, ${rut},`} le envía esta respuesta en el archivo adjunto.`
    ],
    attachments: [{ fileName: answerFileName(answer), purpose }],
    footer: `Enviado por Timbre en nombre de ${name ?? `la empresa de ${rut}`}. Lo lee un programa: no responda este correo con otra respuesta.`
  }
}

const fileNames: Record<SupplierAnswerRow['kind'], string> = {
  reception: 'RecepcionEnvio', result: 'ResultadoDTE', receipt: 'EnvioRecibos'
}

/** What the file of an answer is called. */
export function answerFileName ({ kind, number, documents: [first] }: SupplierAnswerRow): string {
  return `${fileNames[kind]}-${number ?? `T${first?.documentType}F${first?.folio}`}.xml`
}
