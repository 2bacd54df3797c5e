import { child, type Element } from './xml.ts'

/** The signed part of each kind of answer, by its root. */
const parts: Readonly<Record<string, string>> = { RespuestaDTE: 'Resultado', EnvioRecibos: 'SetRecibos' }

/** Whether a file is an answer of the exchange. */
export function isAnswer ({ name }: Element): boolean {
  return name in parts
}

/** What the signature of an answer is about. */
export function partOf (root: Element): Element | undefined {
  return child(root, parts[root.name] ?? '')
}
