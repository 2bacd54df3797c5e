import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { accessibilityProblems, desktop, drawn, expect, inLight, resize, scrollsSideways, settled, type Page } from './console.ts'

/** `CONSOLE_LOOKS=folder npm run console:test -- places details` keeps a picture of each look, for people to judge. */
const folder = process.env['CONSOLE_LOOKS']

/** What is open in the page, in both lights and at both widths; at 720 and 320 px nobody scrolls sideways. */
export async function expectNothingAmiss (page: Page, name: string): Promise<void> {
  const look = async (width: string, light: 'light' | 'dark', rules?: 'colours') => {
    expect(await accessibilityProblems(page, rules), `${name} at ${width} px, ${light}`).toEqual([])
    if (!folder) return
    await mkdir(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${name}-${width}-${light}.png`), animations: 'disabled', fullPage: true })
  }
  await resize(page, desktop)
  await settled(page)
  await inLight(page, 'light')
  await look('1440', 'light')
  await inLight(page, 'dark')
  await look('1440', 'dark', 'colours')
  // Narrow places draw other elements.
  await resize(page, { width: 390, height: 900 })
  await settled(page)
  await drawn(page)
  await look('390', 'dark')
  await inLight(page, 'light')
  await look('390', 'light', 'colours')
  // A desktop at a zoom of 200 %, and a phone that is narrower still.
  await resize(page, { width: 720, height: 450 })
  await expect.poll(() => scrollsSideways(page)).toBe(false)
  await resize(page, { width: 320, height: 800 })
  // Plots follow the width of the window a moment later.
  await expect.poll(() => scrollsSideways(page)).toBe(false)
  await resize(page, desktop)
}

// RESULTADO_ENVIO is what the SII calls a file.
const codes = [
  /\b(?!RESULTADO_ENVIO)[A-Z]{3,}(_[A-Z]+)+\b/g, /\b[a-z]\w*(?:\[\d+\])?\.[a-z]+[A-Z]\w*/g, /\$ ?\d+,\d{3}/g, /\$\d/g, /\b\d{4}-\d{2}-\d{2}\b/g, /\b\d{1,2}\/\d{1,2}\/\d{4}\b/g
]

/** In both languages: see expectWords. */
export async function expectWordsInBoth (page: Page): Promise<void> {
  await expectWords(page)
  await speak(page, 'English')
  await expectWords(page)
  await speak(page, 'Español')
}

export async function speak (page: Page, language: 'English' | 'Español'): Promise<void> {
  await page.getByRole('button', { name: language, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'English' ? 'en' : 'es')
  await settled(page)
}

/** No code or member of the API stands in place of words; amounts and dates are written as in Chile. */
export async function expectWords (page: Page): Promise<void> {
  const text = await page.getByRole('main').innerText()
  expect(codes.flatMap((pattern) => text.match(pattern) ?? [])).toEqual([])
}
