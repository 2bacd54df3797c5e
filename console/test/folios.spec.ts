import { boleta, issue, makeCompany, order, registerCompany } from './company.ts'
import { accessibilityProblems, expect, scrollsSideways, test } from './console.ts'
import { addDays, today } from '../src/text/formats.ts'

test('a type shows its remaining folios and expands to its blocks; a viewer can change nothing', async ({ page, signedIn, company }) => {
  await signedIn('folios', company.viewer)
  const row = page.getByRole('button', { name: /^Guía de despacho/ })
  await expect(row).toContainText('200 folios')
  await expect(row).toContainText('Sin uso reciente')
  await row.click()
  const block = page.getByRole('table', { name: /Guía de despacho/ }).getByRole('row', { name: /1\.001 – 1\.200/ })
  await expect(block).toContainText('En uso')
  await expect(block.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Subir|Pedir/ })).toHaveCount(0)

  const plan = page.getByRole('table', { name: 'Folios que conviene pedir, por tipo de documento' })
  await expect(plan.getByRole('row', { name: /^Factura \d/ })).toContainText('Ninguno')
  await page.getByLabel('Para que alcancen').selectOption('180')
  await expect(plan.getByRole('row', { name: /^Factura \d/ }).getByRole('cell').last()).toHaveText(/^\d+$/)
})

test('several files are uploaded at once, each with its range or its error; one block is activated and another deleted', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  const caf = async (documentType: number) => Buffer.from(await (await order(company, 'cafs', {
    taxNumber: company.taxNumber, businessName: 'Ferretería Maipo SpA', documentType, from: 1, to: 50, authorisedOn: addDays(today(), -3)
  })).arrayBuffer())
  const [facturas, boletas] = await Promise.all([caf(33), caf(39)])
  const mimeType = 'text/xml'

  await signedIn('folios', company.administrator)
  await expect(page.getByText('Aún no hay folios')).toBeVisible()
  await page.getByRole('button', { name: 'Subir CAF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subir archivos CAF' })
  await dialog.getByLabel('Activar los folios al subirlos').uncheck()
  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'f33.xml', mimeType, buffer: facturas }, { name: 'f39.xml', mimeType, buffer: boletas },
    { name: 'nada.xml', mimeType, buffer: Buffer.from('<nada/>') }
  ])
  const outcomes = dialog.getByRole('list', { name: 'Resultado de cada archivo' })
  await expect(outcomes).toContainText('Factura, folios 1 a 50')
  await expect(outcomes).toContainText('Boleta, folios 1 a 50')
  await expect(outcomes.getByRole('alert')).toHaveText('El archivo no es un CAF del SII (AUTORIZACION, CAF versión 1.0).')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Factura/ }).click()
  await page.getByRole('button', { name: 'Activar: Factura, folios 1 a 50' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activar' }).click()
  await expect(page.getByRole('table', { name: /Factura/ })).toContainText('En uso')
  await page.getByRole('button', { name: /^Boleta/ }).click()
  await page.getByRole('button', { name: 'Eliminar: Boleta, folios 1 a 50' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByRole('button', { name: /^Boleta/ })).toHaveCount(0)
})

test('a CAF used partly by another system starts at its first unused folio', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  const buffer = Buffer.from(await (await order(company, 'cafs', {
    taxNumber: company.taxNumber, businessName: 'Ferretería Maipo SpA', documentType: 33, from: 1, to: 50, authorisedOn: addDays(today(), -3)
  })).arrayBuffer())
  await signedIn('folios', company.administrator)
  await page.getByRole('button', { name: 'Subir CAF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subir archivos CAF' })
  await dialog.getByLabel('Ya usé folios de estos archivos en otro sistema').check()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'f33.xml', mimeType: 'text/xml', buffer })
  await dialog.getByLabel('Primer folio sin usar').fill('21')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Usar desde este folio' }).click()
  await expect(dialog.getByRole('list', { name: 'Resultado de cada archivo' })).toContainText('activos')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Factura/ }).click()
  const row = page.getByRole('table', { name: /Factura/ }).getByRole('row', { name: /1 – 50/ })
  await expect(row).toContainText('Usados en otro sistema: 1 – 20')
  await expect(row).toContainText('21')
})

test('folios from the simulator are active at once', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  await signedIn('folios', company.administrator)
  await page.getByRole('button', { name: 'Pedir al simulador' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Cantidad').fill('25')
  await dialog.getByRole('button', { name: 'Pedir al simulador' }).click()
  await expect(dialog.getByRole('status')).toContainText('Recibidos: Factura')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Factura/ })).toContainText('25 folios')
})

test('the folios taken by each attempt at a set are listed, with the number that the next attempt needs', async ({ page, signedIn }) => {
  const planned = (documentType: number, certification: object | null) => ({
    documentType, typeName: '', perDay: 0, remaining: 40, inactive: 0, expiring: 0, waiting: 0, runsOutOn: null, requestBy: null, suggested: 0,
    certification
  })
  await page.route('**/api/Folio/Plan?*', (route) => route.fulfill({
    json: {
      success: true, statusCode: 200, errorCode: '', errors: [],
      result: [
        planned(33, {
          needed: 4, sets: [
            { name: 'SET BASICO', needed: 4, attempts: [{ number: 1, state: 'Objected', ranges: [{ from: 1001, to: 1003 }, { from: 1010, to: 1010 }] }] },
            { name: 'SET DE SIMULACION', needed: 0, attempts: [] }
          ]
        }),
        planned(39, null)
      ]
    }
  }))
  await signedIn('folios')
  const card = page.getByRole('region', { name: 'Folios de la certificación' })
  const row = card.getByRole('row', { name: /SET BASICO/ })
  await expect(row).toContainText('Intento 1: 1.001 – 1.003, 1.010 · con reparos')
  await expect(row.getByRole('cell').last()).toHaveText('4')
  await expect(card.getByRole('row')).toHaveCount(2)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(card.getByRole('listitem')).toContainText('Intento 1')
  await expect.poll(() => scrollsSideways(page)).toBe(false)
})

test('the folios to annul at the SII can be downloaded as a file', async ({ page, signedIn }) => {
  await page.route('**/api/Folio/Spent', (route) => route.fulfill({
    json: {
      success: true, statusCode: 200, errorCode: '', errors: [],
      result: [{ documentType: 33, typeName: 'Factura Electrónica', folios: [], ranges: [{ from: 7, to: 9, cause: 'expired' }] }]
    }
  }))
  await signedIn('folios')
  const download = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Folios por anular en el SII' }).getByRole('button', { name: 'Descargar como CSV' }).click()
  expect((await download).suggestedFilename()).toBe('folios-por-anular.csv')
})

test('a type without folios is shown in red, with the documents that wait and the steps to request more', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [33] })
  for (const quantity of [1, 2, 3]) await issue(company, boleta(today(), quantity))
  await signedIn('folios', company.administrator)
  await page.evaluate(() => {
    const session = JSON.parse(sessionStorage.getItem('timbre.session')!) as { me: { tenant: object } }
    Object.assign(session.me.tenant, { environment: 'production', taxAuthority: 1 })
    sessionStorage.setItem('timbre.session', JSON.stringify(session))
  })
  await page.reload()
  const out = page.getByRole('region', { name: 'Boleta: no quedan folios' })
  await expect(out).toContainText('3 documentos esperan sus folios.')
  await expect(out.getByRole('listitem')).toHaveCount(3)
  await expect(out.getByRole('link', { name: 'Solicitud de timbraje electrónico' })).toHaveAttribute('href', 'https://palena.sii.cl/cvc_cgi/dte/of_solicita_folios')
  await expect(out).toContainText('Elija «Boleta Electrónica» (tipo 39) y pida 3 folios')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.goto('/console/overview')
  const card = page.getByRole('region', { name: 'Folios' })
  await expect(card).toContainText('3 documentos esperan sus folios.')
  await expect(card.getByRole('link', { name: 'Pida 3 folios' })).toHaveAttribute('href', /of_solicita_folios$/)
  expect(await accessibilityProblems(page)).toEqual([])

  await signedIn('documents', company.administrator)
  await expect(page.getByText('faltan folios').first()).toBeVisible()
  await page.getByRole('link', { name: /Boleta/ }).first().click()
  const why = page.getByRole('region', { name: 'Motivo de la espera' })
  await why.getByRole('link', { name: 'Ir a folios' }).click()
  await page.getByRole('button', { name: 'Pedir al simulador: Boleta' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Cantidad')).toHaveValue('3')
  await dialog.getByRole('button', { name: 'Pedir al simulador' }).click()
  await expect(dialog.getByRole('status')).toContainText('Recibidos: Boleta, folios 1 a 3')
})

test('one click gets folios of all usual types from the simulator', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  await signedIn('folios', company.administrator)
  await page.getByRole('button', { name: 'Pedir al simulador' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Cantidad').fill('40')
  await dialog.getByRole('button', { name: 'Pedir todos los tipos habituales' }).click()
  await expect(dialog.getByText(/^Recibidos: /)).toHaveCount(7)
  await page.keyboard.press('Escape')
  for (const name of ['Factura', 'Boleta', 'Guía de despacho', 'Nota de débito', 'Nota de crédito']) {
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) }).first()).toContainText('40 folios')
  }
})
