import type { PdfTemplateRow } from '../../repositories/tenants/pdf-templates.ts'
import { characterName, toLatin1Text } from '../../dte/values/text.ts'
import { invalidAt } from '../../shared/errors.ts'
import { logoType, readLogo } from './pdf-logos.ts'
import type { PdfDesign, PdfSettings } from '../ports.ts'

/**
 * Settings as clients write them. An empty text clears an optional setting; settings that are left out stay as they
 * are.
 */
export interface PdfSettingsInput {
  accentColor?: string | undefined
  /** Base64 of a PNG, JPEG or SVG. */
  logo?: string | undefined
  footer?: string | undefined
  columns?: { [Column in keyof PdfSettings['columns']]?: boolean | undefined } | undefined
  showPayment?: boolean | undefined
}

/** Settings as clients read them. */
export interface PdfSettingsView {
  accentColor: string
  logo: string | null
  footer: string | null
  columns: PdfSettings['columns']
  showPayment: boolean
}

type StoredDesign = Pick<PdfTemplateRow, 'settings' | 'logo' | 'source'>

const defaultSettings: PdfSettings = {
  accentColor: '#1f3a5f',
  columns: { itemCode: true, unitOfMeasure: true, discount: true },
  showPayment: true
}

/**
 * Applies the given settings to those from before. Throws ServiceError VALIDATION_FAILED with the path of an invalid
 * setting.
 */
export function settingsFrom (given: PdfSettingsInput, before: PdfSettings = defaultSettings): PdfSettings {
  const { accentColor = before.accentColor, showPayment = before.showPayment } = given
  const logo = replaced(given.logo, before.logo, readLogo)
  const footer = replaced(given.footer, before.footer, printableFooter)
  return {
    accentColor, showPayment, columns: columnsFrom(given.columns ?? {}, before.columns), ...logo && { logo },
    ...footer && { footer }
  }
}

function replaced<Value> (
  given: string | undefined, before: Value | undefined, read: (text: string) => Value
): Value | undefined {
  if (given === undefined) return before
  return given === '' ? undefined : read(given)
}

function columnsFrom (
  given: NonNullable<PdfSettingsInput['columns']>, before: PdfSettings['columns']
): PdfSettings['columns'] {
  const { itemCode = before.itemCode, unitOfMeasure = before.unitOfMeasure, discount = before.discount } = given
  return { itemCode, unitOfMeasure, discount }
}

/** The fonts of the templates have the characters of tax documents, ISO-8859-1. */
function printableFooter (footer: string): string {
  const { text, foreign, controls } = toLatin1Text(footer)
  const unfit = [...foreign, ...controls].map(characterName).join(', ')
  if (unfit === '') return text
  const message = {
    en: `has characters that cannot be printed: ${unfit}`, es: `tiene caracteres que no se pueden imprimir: ${unfit}`
  }
  throw invalidAt('settings.footer', message)
}

export function settingsView ({ logo, footer, ...settings }: PdfSettings): PdfSettingsView {
  return { ...settings, logo: logo?.bytes.toString('base64') ?? null, footer: footer ?? null }
}

/** Turns a design into the columns of its row, and back. */
export function storedDesign ({ settings: { logo, ...settings }, source }: PdfDesign): StoredDesign {
  return { settings, logo: logo?.bytes ?? null, source: source ?? null }
}

export function designOf ({ settings, logo, source }: StoredDesign): PdfDesign {
  const type = logo && logoType(logo)
  return {
    settings: {
      ...defaultSettings, ...settings as object, ...logo && type && { logo: { type, bytes: logo } }
    },
    ...source !== null && { source }
  }
}
