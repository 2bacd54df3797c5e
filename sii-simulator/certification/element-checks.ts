import { type Element, textAt } from '../judge/xml.ts'

export function textOf (element: Element | undefined, path: string): string | undefined {
  return textAt(element, path)?.trim()
}

/** Whether the text is there as wanted; or not there, when nothing is wanted. */
export function isText (element: Element | undefined, path: string, wanted: string | number | undefined): boolean {
  return textOf(element, path) === (wanted === undefined ? undefined : String(wanted))
}

export function isNumber (element: Element | undefined, path: string, wanted: number | undefined): boolean {
  const written = textOf(element, path)
  return wanted === undefined ? written === undefined : written !== undefined && written !== '' && Number(written) === wanted
}
