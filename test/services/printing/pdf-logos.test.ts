import { describe, expect, it } from 'vitest'
import { readLogo } from '../../../src/services/printing/pdf-logos.ts'
import { pixelPng, svg } from '../../support/pdf-sources.ts'

const base64 = (bytes: number[] | string): string => Buffer.from(bytes as string).toString('base64')
const refusal = (text: string): string => {
  try {
    return readLogo(text).type
  } catch (error) {
    const { problems: [problem] } = error as { problems: { path: string, message: { en: string } }[] }
    return `${problem?.path}: ${problem?.message.en}`
  }
}

/** The head of a JPEG: an application segment, then a frame of that size. */
const jpeg = (width: number, height: number, components = 1): string =>
  base64([
    0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255,
    components, 1, 0x11, 0, 0xFF, 0xD9
  ])

describe('readLogo', () => {
  it.each([
    ['a PNG', pixelPng, 'png'],
    ['a JPEG', jpeg(800, 600), 'jpg'],
    ['an SVG', svg(), 'svg'],
    [
      'an SVG with its declaration and a comment',
      base64('\uFEFF<?xml version="1.0"?>\n<!-- logo -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg'
    ],
    [
      'an SVG that refers to itself',
      svg('<defs><linearGradient id="a"/></defs><use xlink:href="#b"/><rect fill="url(#a)"/>'), 'svg'
    ],
    ['base64 in several lines', pixelPng.replace(/(.{20})/g, '$1\n'), 'png']
  ])('knows %s by its bytes', (_what, text, type) => {
    expect(readLogo(text).type).toBe(type)
  })

  it.each([
    ['nothing', ''],
    ['no base64', 'a logo'],
    ['base64 cut short', pixelPng.slice(0, -3)]
  ])('refuses %s', (_what, text) => {
    expect(refusal(text)).toBe('settings.logo: must be base64')
  })

  it.each([
    ['a GIF', base64('GIF89a')],
    ['a page of HTML', base64('<html><svg></svg></html>')],
    ['a PDF', base64('%PDF-1.7')],
    ['a PNG without its head', base64([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])],
    ['a JPEG without a frame', base64([0xFF, 0xD8, 0xFF, 0xE0, 0, 2])],
    ['a JPEG whose segments lead nowhere', base64([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])]
  ])('refuses %s', (_what, text) => {
    expect(refusal(text)).toBe('settings.logo: must be a PNG, a JPEG or an SVG')
  })

  it('refuses more than 256 KiB, and accepts exactly that', () => {
    const padding = (bytes: number): string => svg(`<!--${'x'.repeat(bytes)}-->`)
    const overhead = Buffer.from(padding(0), 'base64').length

    expect(refusal(padding(256 * 1024 - overhead))).toBe('svg')
    expect(refusal(padding(256 * 1024 - overhead + 1))).toBe('settings.logo: must have at most 256 KiB')
  })

  it('reads expensive SVGs quickly', () => {
    expect(refusal(base64(`${'<!---->'.repeat(20_000)}x`))).toBe('settings.logo: must be a PNG, a JPEG or an SVG')
    expect(refusal(base64(`${'<!---->'.repeat(20_000)}<svg></svg>`))).toBe('svg')
    expect(refusal(svg(`<rect fill="url(${' '.repeat(200_000)}#a)"/>`))).toBe('svg')
    expect(refusal(svg(`<rect fill="url(${' '.repeat(200_000)}' #a)"/>`))).toMatch(
      /^settings.logo: must hold no script/
    )
  })

  it('refuses images that fill the memory once decoded', () => {
    expect(refusal(jpeg(2000, 2000))).toBe('jpg')
    expect(refusal(jpeg(2001, 2000))).toBe('settings.logo: must have at most 4 million pixels')
  })

  it.each([
    '<script>alert(1)</script>',
    '<svg:script/>',
    '<foreignObject/>',
    '<style>@import url(x.css)</style>',
    '<image href="#a"/>',
    '<a href="https://tracker.example/"><rect/></a>',
    '<use xlink:href="other.svg#a"/>',
    '<use href=\'file:///etc/passwd\'/>',
    '<use href = " #a"/>',
    '<rect fill="url(https://tracker.example/a.svg#b)"/>',
    '<rect style="fill: url( \'x\' )"/>',
    '<rect onload="x()"/>',
    '<?xml-stylesheet href="#"?>'
  ])('refuses an SVG with %s', (inside) => {
    expect(refusal(svg(inside))).toMatch(/^settings.logo: must hold no script/)
  })

  it.each([
    '<!DOCTYPE svg><svg/>', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
    '<?xml version="1.0"?>\n<!-- Generator -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n<svg/>'
  ])('names the DOCTYPE as the reason: %s', (text) => {
    expect(refusal(base64(text))).toMatch(/^settings.logo: is an SVG with a DOCTYPE, .* plain SVG/)
  })

  it('reports that a JPEG is in CMYK', () => {
    expect(refusal(jpeg(800, 600, 3))).toBe('jpg')
    expect(refusal(jpeg(800, 600, 4))).toMatch(/^settings.logo: is a JPEG in CMYK, .* RGB/)
  })
})
