/** What poppler and zxing see of a PDF. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { defined } from '../../support/expecting.ts'
import { hasTool, run, withFiles } from '../../support/tools.ts'

export const hasPoppler = ['pdfinfo', 'pdftotext', 'pdftoppm'].every((tool) => hasTool(tool, '-v'))

/** "Pages", "Title", "CreationDate" … by name. */
export function facts (pdf: Buffer): Record<string, string> {
  const text = defined(withFiles({ 'x.pdf': pdf }, (path) => run('pdfinfo', ['-isodates', path('x.pdf')])))
  return Object.fromEntries(text.split('\n').map((line) => line.split(/:\s+(.*)/).slice(0, 2)).filter(([name]) => name))
}

export function pageCount (pdf: Buffer): number {
  return Number(facts(pdf)['Pages'])
}

/** The height of the tallest page, in points. */
export function greatestHeight (pdf: Buffer): number {
  const text = defined(withFiles({ 'x.pdf': pdf }, (path) => run('pdfinfo', ['-f', '1', '-l', '99', path('x.pdf')])))
  return Math.max(
    ...Array.from(text.matchAll(/^Page\s+\d+ size:\s+[\d.]+ x ([\d.]+) pts/gm), ([, height]) => Number(height))
  )
}

/**
 * The text of one page or of all, with runs of blanks made one: line by line as it looks, or (`raw`) as it was drawn.
 */
export function textOf (pdf: Buffer, page?: number, order: 'layout' | 'raw' = 'layout'): string {
  const pages = page === undefined ? [] : ['-f', String(page), '-l', String(page)]
  const text = defined(withFiles({ 'x.pdf': pdf }, (path) => run('pdftotext', [`-${order}`, ...pages, path('x.pdf'), '-'])))
  return text.replace(/\s+/g, ' ')
}

interface Word {
  page: number
  text: string
  left: number
  top: number
  right: number
  bottom: number
  pageWidth: number
  pageHeight: number
}

/** Every word with its box, in points from the top left corner of its page. */
export function words (pdf: Buffer): Word[] {
  const html = withFiles({ 'x.pdf': pdf }, (path) => run('pdftotext', ['-bbox', path('x.pdf'), '-']))
  const tags = html.matchAll(
    /<page width="([\d.]+)" height="([\d.]+)">|<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g
  )
  let [page, pageWidth, pageHeight] = [0, 0, 0]
  const found: Word[] = []
  for (const [, width, height, left, top, right, bottom, text] of tags) {
    if (width !== undefined) {
      ;[page, pageWidth, pageHeight] = [page + 1, Number(width), Number(height)]
    } else {
      found.push({
        page, text: defined(text), left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom),
        pageWidth, pageHeight
      })
    }
  }
  return found
}

/** Pairs of words that cover each other by more than a hair. */
export function overlaps (all: Word[]): string[] {
  const hair = 1
  return all.flatMap((one, index) => all.slice(index + 1)
    .filter((other) => other.page === one.page)
    .filter((other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > hair &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2 * hair)
    .map((other) => `${one.page}: ${one.text} / ${other.text}`))
}

interface Symbol { bytes: Buffer, leftMm: number, rightMm: number, topMm: number, bottomMm: number }

/** The PDF417 on a page, from its picture at so many dots an inch, of which the upper `skipMm` are left out. */
export async function stampOn (
  pdf: Buffer, { page, dpi, skipMm }: { page: number, dpi: number, skipMm: number }
): Promise<Symbol[]> {
  await prepareReader()
  const picture = withFiles({ 'x.pdf': pdf }, (path) => {
    run('pdftoppm', [
      '-png', '-y', String(Math.round(skipMm / 25.4 * dpi)), '-W', '10000', '-H', '10000', '-r', String(dpi), '-f',
      String(page), '-l', String(page), '-singlefile', path('x.pdf'), path('page')
    ])
    return readFileSync(path('page.png'))
  })
  const symbols = await readBarcodes(new Uint8Array(picture), { formats: ['PDF417'], tryHarder: true })
  const mm = (dots: number): number => dots / dpi * 25.4
  return symbols.filter(({ isValid }) => isValid).map(({ bytes, position }) => ({
    bytes: Buffer.from(bytes),
    leftMm: mm(Math.min(position.topLeft.x, position.bottomLeft.x)),
    rightMm: mm(Math.max(position.topRight.x, position.bottomRight.x)),
    topMm: mm(Math.min(position.topLeft.y, position.topRight.y)),
    bottomMm: mm(Math.max(position.bottomLeft.y, position.bottomRight.y))
  }))
}

type PictureOfReader = Parameters<typeof readBarcodes>[0]

/** What the barcodes of the pictures in a PDF say, from their pixels: no program has to draw the page. */
export async function stampsIn (pdf: Buffer, format: 'PDF417' | 'QRCode' = 'PDF417'): Promise<Buffer[]> {
  await prepareReader()
  const stamps: Buffer[] = []
  for (const { width, height, grey } of picturesIn(pdf)) {
    const symbols = await readBarcodes(withMargin(grey, width, height) as PictureOfReader, { formats: [format] })
    stamps.push(...symbols.filter(({ isValid }) => isValid).map(({ bytes }) => Buffer.from(bytes)))
  }
  return stamps
}

/** What the PDF417 of a PNG says; undefined if it has no readable one. */
export async function barcodeIn (png: Buffer): Promise<Buffer | undefined> {
  await prepareReader()
  const [symbol] = await readBarcodes(new Uint8Array(png), { formats: ['PDF417'] })
  return symbol?.isValid ? Buffer.from(symbol.bytes) : undefined
}

async function prepareReader (): Promise<void> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
}

/** Grey pictures of a byte a pixel, as Typst writes those without colours. */
function picturesIn (pdf: Buffer): { width: number, height: number, grey: Buffer }[] {
  const dictionaries = pdf.toString('latin1').matchAll(/<<[^<>]*\/Subtype \/Image[^<>]*>>\s*stream\r?\n/g)
  return Array.from(dictionaries, ({ 0: dictionary, index }) => {
    const of = (name: string): number => Number(new RegExp(`/${name} (\\d+)`).exec(dictionary)?.[1])
    const start = index + dictionary.length
    return { width: of('Width'), height: of('Height'), grey: inflateSync(pdf.subarray(start, start + of('Length'))) }
  }).filter(({ width, height, grey }) => grey.length === width * height)
}

/** The paper around a picture: a barcode is read with its quiet zone. */
function withMargin (grey: Buffer, width: number, height: number) {
  const margin = 24
  const [outerWidth, outerHeight] = [width + 2 * margin, height + 2 * margin]
  const data = new Uint8ClampedArray(outerWidth * outerHeight * 4).fill(255)
  for (const [index, value] of grey.entries()) {
    const [x, y] = [index % width + margin, Math.floor(index / width) + margin]
    data.fill(value, (y * outerWidth + x) * 4, (y * outerWidth + x) * 4 + 3)
  }
  return { data, width: outerWidth, height: outerHeight }
}
