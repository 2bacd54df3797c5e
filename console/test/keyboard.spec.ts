import { desktop, expect, resize, test, visit, type Page } from './console.ts'

test('Ctrl K offers the actions that the user is allowed to take, and no others', async ({ page, signedIn, company }) => {
  await signedIn('account', company.viewer)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const commands = page.getByRole('dialog')
  await page.keyboard.press('Control+K')
  await expect(commands.getByText('Cambiar su contraseña')).toBeVisible()
  await expect(commands.getByText(/Emitir|Subir|Agregar|Crear/)).toHaveCount(0)

  await signedIn('account', company.administrator)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const begin = async (typed: string) => {
    await page.keyboard.press('Control+K')
    await commands.getByRole('textbox').fill(typed)
    await page.keyboard.press('Enter')
  }
  await begin('caf')
  const caf = page.getByRole('dialog', { name: 'Subir archivos CAF' })
  await expect(caf).toBeVisible()
  await expect(page).toHaveURL(/\/folios$/)
  await page.keyboard.press('Escape')
  await expect(caf).toBeHidden()
  await begin('crear un rol')
  await expect(page.getByRole('dialog', { name: 'Crear un rol' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await begin('boleta')
  await expect(page.getByRole('heading', { level: 1, name: 'Emitir' })).toBeVisible()
})

test('keyboard focus is visible on every kind of control', async ({ tour }) => {
  await resize(tour, desktop)
  const kinds: string[] = []
  const chosen = ['issue', 'documents', 'overview', 'folios', 'bulk', 'company', 'people?tab=roles', 'account']
  for (const place of chosen) {
    await visit(tour, place)
    const { seen, unseen } = await focusOf(tour)
    expect(unseen, place).toEqual([])
    kinds.push(...seen)
  }
  const wanted = ['button', 'link', 'textbox', 'combobox', 'checkbox', 'tab', 'slider', 'switch', 'radio']
  expect(wanted.filter((kind) => !kinds.includes(kind))).toEqual([])
})

/** Which kinds of controls change their looks, or those of what stands around them, when the keyboard comes to them. */
async function focusOf (page: Page): Promise<{ seen: string[], unseen: string[] }> {
  // From now on the focus is one of the keyboard.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
    const kindOf = (control: Element): string => {
      if (control.getAttribute('role')) return control.getAttribute('role')!
      if (control.matches('a')) return 'link'
      if (control.matches('input[type=checkbox], input[type=radio]')) return control.getAttribute('type')!
      return control.matches('button') ? 'button' : control.matches('select') ? 'combobox' : 'textbox'
    }
    const looksOf = (control: Element): string => {
      const parent = control.parentElement
      // A row that is one link shows it as a whole.
      const row = control.matches('.row a') ? control.closest('.row') : null
      const around = [control, parent, parent?.parentElement, row, ...parent?.children ?? []]
      return around.map((element) => {
        if (!element) return ''
        return [null, '::before', '::after'].map((part) => {
          const { outline, boxShadow, border, backgroundColor, left, top } = getComputedStyle(element, part)
          return [outline, boxShadow, border, backgroundColor, element === control ? left + top : ''].join()
        }).join()
      }).join(';')
    }
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')]
      .filter((control) => control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility())
    const seen = new Set<string>()
    const unseen = new Set<string>()
    for (const control of controls) {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      const before = looksOf(control)
      control.focus({ preventScroll: true })
      if (document.activeElement !== control) continue
      if (looksOf(control) === before) unseen.add(control.outerHTML.slice(0, 200))
      else seen.add(kindOf(control))
    }
    document.adoptedStyleSheets = []
    return { seen: [...seen], unseen: [...unseen] }
  })
}
