import type { MandatoryPart, PdfJob } from '../../services/ports.ts'
import type { DrawnPage } from './drawn-content.ts'

// SII, Manual de muestras impresas: the stamp measures between 2 x 5 and 4 x 9 cm.
const allowedMm = { width: [50, 90], height: [20, 40] } as const
const slackMm = 0.5

/** The legally required content that the drawing lacks. The number of stamps gives the number of copies. */
export function missingParts (pages: DrawnPage[], { document, cedible }: PdfJob): MandatoryPart[] {
  const shown = spelled(pages.flatMap(({ texts }) => texts).join(''))
  const shows = (text: string): boolean => shown.includes(spelled(text))
  const stamps = pages.flatMap((page) => page.stamps)
  const hasCedibleCopy = cedible !== false && document.cedibleLegend !== undefined

  const parts: [MandatoryPart, boolean][] = [
    ['taxNumber', shows(document.sender.taxNumber)],
    ['documentName', shows(document.documentName)],
    ['folio', shows(String(document.folio))],
    ['totals', document.totals.every(({ amount }) => shows(amount))],
    ['totalAmount', shows(document.totalAmount)],
    ['stamp', stamps.length >= (hasCedibleCopy && cedible !== 'alone' ? 2 : 1)],
    ['stampSize', stamps.every(isOfAllowedSize)],
    [
      'stampLegend',
      shows('Timbre Electrónico SII') && shows(`Res. ${document.resolution.number} de ${document.resolution.year}`)
    ],
    ['cedibleLegend', !hasCedibleCopy || shows(document.cedibleLegend ?? '')],
    ['watermark', shows(document.watermark ?? '')]
  ]
  return parts.filter(([, isThere]) => !isThere).map(([part]) => part)
}

/** Only the letters and digits: templates may choose points, spaces, signs and line breaks. */
function spelled (text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function isOfAllowedSize ({ widthMm, heightMm }: { widthMm: number, heightMm: number }): boolean {
  return isBetween(widthMm, allowedMm.width) && isBetween(heightMm, allowedMm.height)
}

function isBetween (value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least - slackMm && value <= most + slackMm
}
