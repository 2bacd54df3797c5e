/** What a reader sees of a drawing: the texts and stamps that lie within their page. */
export interface DrawnPage { texts: string[], stamps: StampSize[] }

interface StampSize { widthMm: number, heightMm: number }

/** The values a to f of an SVG matrix: x' = a x + c y + e, y' = b x + d y + f. */
type Matrix = readonly [number, number, number, number, number, number]
interface Box { left: number, top: number, right: number, bottom: number }
interface OpenPage extends DrawnPage { box: Box }

const pointMm = 25.4 / 72
// The compiler rounds page sizes to whole points.
const slackPt = 2
const unchanged: Matrix = [1, 0, 0, 1, 0, 0]

const part = /<g\b([^>]*)>|<(\/)g>|<foreignObject ([^>]*)><[^>]*>([^<]*)<|<image\b([^>]*)>/g

/**
 * Reads the SVG of a document. It has no text that the source hides, and gives the position of each run of text.
 * `stamp` is the PNG that counts as a stamp.
 */
export function drawnContent (svg: string, stamp: Uint8Array): DrawnPage[] {
  const stampData = Buffer.from(stamp).toString('base64')
  const pages: OpenPage[] = []
  const open: Matrix[] = []
  const here = (): Matrix => open.at(-1) ?? unchanged

  for (const [, group, end, textBox, text, image] of svg.matchAll(part)) {
    if (end !== undefined) open.pop()
    else if (group !== undefined) {
      open.push(times(here(), transformOf(group)))
      if (group.includes('class="typst-page"')) pages.push(pageAt(here(), group))
    } else if (textBox !== undefined) {
      see(pages.at(-1), here(), textBox, (page) => {
        page.texts.push(text ?? '')
      })
    } else if (image?.includes(stampData)) {
      see(pages.at(-1), here(), image, (page) => {
        page.stamps.push(sizeOf(here(), image))
      })
    }
  }
  return pages.map(({ texts, stamps }) => ({ texts, stamps }))
}

function pageAt (matrix: Matrix, attributes: string): OpenPage {
  const box = boxOf(matrix, {
    x: 0, y: 0, width: attribute(attributes, 'data-page-width'), height: attribute(attributes, 'data-page-height')
  })
  return { texts: [], stamps: [], box }
}

/** Skips what lies outside its page. */
function see (page: OpenPage | undefined, matrix: Matrix, attributes: string, add: (page: DrawnPage) => void): void {
  const box = boxOf(matrix, rectangleOf(attributes))
  if (page && isWithin(box, page.box)) add(page)
}

function isWithin (inner: Box, outer: Box): boolean {
  return inner.left >= outer.left - slackPt && inner.right <= outer.right + slackPt &&
    inner.top >= outer.top - slackPt && inner.bottom <= outer.bottom + slackPt
}

function rectangleOf (attributes: string): { x: number, y: number, width: number, height: number } {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => attribute(attributes, name))
  return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 }
}

function attribute (attributes: string, name: string): number {
  return Number(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? 0)
}

function sizeOf ([a, b, c, d]: Matrix, attributes: string): StampSize {
  const { width, height } = rectangleOf(attributes)
  return { widthMm: Math.hypot(a, b) * width * pointMm, heightMm: Math.hypot(c, d) * height * pointMm }
}

function boxOf (
  [a, b, c, d, e, f]: Matrix, { x, y, width, height }: { x: number, y: number, width: number, height: number }
): Box {
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]] as const
  const across = corners.map(([u, v]) => a * u + c * v + e)
  const down = corners.map(([u, v]) => b * u + d * v + f)
  return { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) }
}

function times ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

const transforms: Record<string, (numbers: number[]) => Matrix> = {
  translate: ([x = 0, y = 0]) => [1, 0, 0, 1, x, y],
  scale: ([x = 1, y = 1]) => [x, 0, 0, y, 0, 0],
  matrix: ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => [a, b, c, d, e, f]
}

/** An element has one of translate, scale and matrix; the compiler writes no others. */
function transformOf (attributes: string): Matrix {
  const [, kind = '', list = ''] = /transform="(\w+)\(([^)]*)\)"/.exec(attributes) ?? []
  return transforms[kind]?.(list.split(',').map(Number)) ?? unchanged
}
