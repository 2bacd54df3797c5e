import type { ServiceError } from '../../shared/errors.ts'
import { invalidAt, type Sentence } from '../../shared/errors.ts'
import type { PdfLogo } from '../ports.ts'

const largestBytes = 256 * 1024
// A small file can contain a picture that fills the memory once it is decoded.
const mostPixels = 4_000_000

const tooLarge = { en: 'must have at most 256 KiB', es: 'debe tener a lo más 256 KiB' }
const notBase64 = { en: 'must be base64', es: 'debe ser base64' }
const unknownType = { en: 'must be a PNG, a JPEG or an SVG', es: 'debe ser un PNG, un JPEG o un SVG' }
const tooManyPixels = { en: 'must have at most 4 million pixels', es: 'debe tener a lo más 4 millones de píxeles' }
const hasDoctype = {
  en: 'is an SVG with a DOCTYPE, which is not allowed: save it as plain SVG, or delete the line <!DOCTYPE …>',
  es: 'es un SVG con DOCTYPE, que no se admite: guárdelo como SVG plano o borre la línea <!DOCTYPE …>'
}
const isCmyk = {
  en: 'is a JPEG in CMYK, the colours of print shops: save it in RGB, or as PNG',
  es: 'es un JPEG en CMYK, los colores de imprenta: guárdelo en RGB o como PNG'
}
const reachesOut = {
  en: 'must hold no script, entity, style sheet or reference to anything outside the file',
  es: 'no debe contener scripts, entidades, hojas de estilo ni referencias a nada fuera del archivo'
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const jpegSignature = Buffer.from('ffd8ff', 'hex')

/** A logo from its base64 text; the type is read from the bytes. Throws ServiceError VALIDATION_FAILED. */
export function readLogo (base64: string): PdfLogo {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== base64.replaceAll(/\s/g, '')) throw refused(notBase64)
  if (bytes.length > largestBytes) throw refused(tooLarge)
  const type = logoType(bytes)
  if (type === undefined) throw refused(unknownType)
  if (type === 'svg') mustStandAlone(bytes.toString('utf8'))
  else mustBeSmall(imageSize({ type, bytes }))
  if (type === 'jpg' && jpegFrame(bytes)?.components === 4) throw refused(isCmyk)
  return { type, bytes }
}

/** The type of a logo, from its first bytes. */
export function logoType (bytes: Uint8Array): PdfLogo['type'] | undefined {
  const file = Buffer.from(bytes)
  if (file.subarray(0, 8).equals(pngSignature)) return 'png'
  if (file.subarray(0, 3).equals(jpegSignature)) return 'jpg'
  return svgBeginning.test(file.toString('utf8')) ? 'svg' : undefined
}

// A comment ends only at its first "-->". If the pattern left a choice, a few dozen comments would take hours to match.
const svgBeginning = /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:svg[\s>]|!DOCTYPE\s+svg\b)/

// The drawing process has no access to anything else. This refuses what it cannot draw and what another viewer might
// load.
const forbidden = [
  /<!ENTITY/i,
  /<\??\s*(\w+:)?(script|foreignObject|xml-stylesheet|style|image|feImage)\b/i,
  /\bon\w+\s*=/i,
  /href\s*=\s*(["'])(?!#)/i,
  /url\((?!\s*["']?#)/i
]

function mustStandAlone (svg: string): void {
  if (/<!DOCTYPE/i.test(svg)) throw refused(hasDoctype)
  if (forbidden.some((pattern) => pattern.test(svg))) throw refused(reachesOut)
}

function mustBeSmall (size: ImageSize | undefined): void {
  if (size === undefined) throw refused(unknownType)
  if (size.width * size.height > mostPixels) throw refused(tooManyPixels)
}

export interface ImageSize { width: number, height: number }

/** The size in pixels. Undefined for an SVG, which has none, and for a damaged file. */
export function imageSize ({ type, bytes }: PdfLogo): ImageSize | undefined {
  if (type === 'svg') return undefined
  return type === 'png' ? pngSize(bytes) : jpegFrame(bytes)
}

/** From the first chunk (IHDR). */
function pngSize (file: Buffer): ImageSize | undefined {
  return file.length < 24 ? undefined : { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

/** The frame header of a JPEG (ITU-T T.81, B.2.2): markers C0 to CF but for C4, C8 and CC. */
function jpegFrame (file: Buffer): ImageSize & { components: number } | undefined {
  let at = 2
  while (at + 9 < file.length && file[at] === 0xFF) {
    const marker = file.readUInt8(at + 1)
    if (marker >= 0xC0 && marker <= 0xCF && ![0xC4, 0xC8, 0xCC].includes(marker)) {
      return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5), components: file.readUInt8(at + 9) }
    }
    at += 2 + file.readUInt16BE(at + 2)
  }
  return undefined
}

function refused (message: Sentence): ServiceError {
  return invalidAt('settings.logo', message)
}
