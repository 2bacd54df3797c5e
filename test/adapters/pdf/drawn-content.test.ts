import { describe, expect, it } from 'vitest'
import { drawnContent } from '../../../src/adapters/pdf/drawn-content.ts'
import { first } from '../../support/expecting.ts'

const stamp = Buffer.from('a stamp')
const imageOf = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
const [stampImage, otherImage] = [imageOf(stamp), imageOf(Buffer.from('a logo'))]

const page = (inner: string, place = 'translate(0, 0)') =>
  `<g class="typst-page" transform="${place}" data-page-width="600" data-page-height="800">${inner}</g>`
const text = (words: string, { x = 0, y = 0, width = 100, height = 10 } = {}) =>
  `<foreignObject x="${x}" y="${y}" width="${width}" height="${height}"><h5:div class="tsel">${words}</h5:div></foreignObject>`
const image = (href: string, width = 200, height = 80) => `<image x="0" y="0" width="${width}" height="${height}" href="${href}"/>`
const moved = (how: string, inner: string) => `<g transform="${how}">${inner}</g>`
const contentOf = (svg: string) => drawnContent(svg, stamp)
const textsOf = (svg: string) => contentOf(svg).map(({ texts }) => texts)

describe('the visible content of a drawing', () => {
  it('is the text of each page, page by page', () => {
    expect(textsOf(page(text('one') + text('two')) + page(text('three'), 'translate(0, 800)'))).toEqual([['one', 'two'], ['three']])
  })

  it.each([
    ['left of the page', 'translate(-50, 0)'], ['above the page', 'translate(0, -50)'],
    ['right of the page', 'translate(550, 0)'], ['below the page', 'translate(0, 795)'],
    ['larger than the page', 'scale(10, 10)'], ['turned out of the page', 'matrix(0, 1, -1, 0, -20, 0)']
  ])('leaves out a text that lies %s', (_where, how) => {
    expect(textsOf(page(moved(how, text('hidden')) + text('seen')))).toEqual([['seen']])
  })

  it('ignores content outside the page', () => {
    expect(textsOf(page(text('low', { y: 801 })) + page('', 'translate(0, 800)'))).toEqual([[], []])
  })

  it('applies nested moves, each until its group ends', () => {
    const twice = moved('translate(300, 0)', moved('translate(300, 0)', text('gone')) + text('here'))

    expect(textsOf(page(twice + text('and here')))).toEqual([['here', 'and here']])
  })

  it('tolerates page sizes that the compiler rounds', () => {
    expect(textsOf(page(text('kept', { x: 502 }) + text('cut', { x: 503 })))).toEqual([['kept']])
  })

  it('treats unknown operators as having no effect', () => {
    expect(textsOf(page(moved('skewX(30)', text('seen')) + moved('translate()', text('seen too'))))).toEqual([['seen', 'seen too']])
  })

  it('measures stamps in millimetres, as drawn and rotated', () => {
    const drawn = first(contentOf(page(image(stampImage) + moved('scale(0.5, 0.25)', image(stampImage)) +
      moved('matrix(0, 1, -1, 0, 100, 0)', image(stampImage)))))
    const sizes = drawn.stamps.map(({ widthMm, heightMm }) => [widthMm.toFixed(2), heightMm.toFixed(2)])

    expect(sizes).toEqual([['70.56', '28.22'], ['35.28', '7.06'], ['70.56', '28.22']])
  })

  it('counts no other image as a stamp, nor a stamp outside its page', () => {
    expect(first(contentOf(page(image(otherImage) + moved('translate(500, 0)', image(stampImage))))).stamps).toEqual([])
  })

  it('is empty for a drawing without pages', () => {
    expect(contentOf(text('lost') + image(stampImage))).toEqual([])
  })
})
