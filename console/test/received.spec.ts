import { expectNothingAmiss, expectWordsInBoth } from './amiss.ts'
import { clientOf, makeCompany, type Company } from './company.ts'
import { addFilter, desktop, drawn, expect, pdfIn, resize, settled, test, visit } from './console.ts'
import { receive } from './furnish.ts'
import { defined, first } from '../../test/support/expecting.ts'

async function receivedOf (company: Company): Promise<Array<{ id: string, folio: number, failedChecks: string[] }>> {
  const timbre = await clientOf(company, company.administrator)
  return (await timbre.get('/api/Received/List', { query: {} })).data
}

/** A buyer and its supplier of their own: what is claimed here cannot be undone. */
let made: Promise<{ buyer: Company, supplier: Company }> | undefined
async function trade (company: Company): Promise<{ buyer: Company, supplier: Company }> {
  const { url, simulatorUrl } = company
  const make = () => makeCompany({ url, simulatorUrl, documentTypes: [33], folios: 10 })
  made ??= Promise.all([make(), make()]).then(async ([buyer, supplier]) => {
    await receive(buyer, supplier)
    return { buyer, supplier }
  })
  return made
}

test('received documents are listed with supplier, total, failed checks and days left, and filtered through the address', async ({ page, signedIn, company }) => {
  const changed = defined((await receivedOf(company)).find(({ failedChecks }) => failedChecks.includes('signature') && failedChecks.includes('stamp')))
  await signedIn('received')
  await settled(page)
  const row = page.getByRole('row', { name: new RegExp(`Factura.*N° ${changed.folio}`) })
  await expect(row).toContainText('Ferretería Maipo SpA')
  await expect(row).toContainText('$ 164.750')
  await expect(row).toContainText('Falla: firma')
  await expect(row).toContainText(/quedan \d días/)

  await page.getByRole('link', { name: 'Con fallas' }).click()
  await page.getByRole('searchbox', { name: 'Proveedor, RUT o folio' }).fill(String(changed.folio))
  await expect(page).toHaveURL(new RegExp(`view=failed.*search=.*${changed.folio}`))
  await expect(row).toBeVisible()
  await addFilter(page, 'Monto desde')
  await page.getByRole('textbox', { name: 'Monto desde' }).fill('900000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nada coincide con estos filtros')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Quitar los filtros' }).last().click()
  await expect(row).toBeVisible()
})

test('a received document shows its checks in sentences, and is drawn as a representation', async ({ page, signedIn, company }) => {
  const changed = defined((await receivedOf(company)).find(({ failedChecks }) => failedChecks.includes('signature')))
  await signedIn(`received/${changed.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Factura N° ${changed.folio}` })).toBeVisible()
  const failures = page.getByRole('region', { name: 'No pasó la revisión' })
  await expect(failures.getByText('El contenido cambió después de firmarse.')).toBeInViewport()
  await expect(failures.getByText(/reclámelo hasta el \d+ \w+ 2\d{3}/)).toBeVisible()
  await expect(page.locator('[data-actions] button').first()).toHaveText('Reclamar')
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByRole('dialog').getByRole('note', { name: 'No pasó la revisión' })).toContainText('firma')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  const checks = page.getByRole('region', { name: 'Qué se revisó' })
  await expect(checks.getByText('El contenido cambió después de firmarse.')).toBeVisible()
  await expect(page.getByText(/Se puede reclamar hasta el \d+ \w+ 2\d{3}, \d\d:\d\d\./)).toBeVisible()
  await expect(page.getByText('no la impresión del proveedor')).toBeVisible()
  await expect(pdfIn(page.getByRole('main'))).toHaveCount(1)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar' }).click()
  await page.getByRole('menuitem', { name: 'Descargar XML' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.xml$/)
  await expectWordsInBoth(page)
})

test('chosen or dropped files are uploaded one after another, each with its outcome', async ({ page, signedIn, company }) => {
  const newest = first(await receivedOf(company))
  const timbre = await clientOf(company, company.administrator)
  const bytes = Buffer.from(await (await timbre.get('/api/Received/GetXml', { query: { id: newest.id } })).arrayBuffer())
  await signedIn('received')
  await page.getByRole('button', { name: 'Subir archivos' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Archivos XML/).setInputFiles([
    { name: 'otra-vez.xml', mimeType: 'text/xml', buffer: bytes },
    { name: 'nada.xml', mimeType: 'text/xml', buffer: Buffer.from('<nada/>') }
  ])
  const outcomes = dialog.getByRole('listitem')
  await expect(outcomes.first()).toContainText('ya estaba')
  await expect(outcomes.first()).toContainText(`Factura N° ${newest.folio}`)
  await expect(outcomes.last()).toContainText('rechazado')
  await expectNothingAmiss(page, 'received-upload')
})

test('the list can be used by keyboard, also on a phone', async ({ page, signedIn, company }) => {
  const all = await receivedOf(company)
  await signedIn('received')
  await settled(page)
  await page.getByRole('searchbox', { name: 'Proveedor, RUT o folio' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Factura N° ${first(all).folio}` })).toBeVisible()
  await settled(page)
  await expectNothingAmiss(page, 'received-document')
  await page.getByRole('link', { name: 'Recibidos' }).last().click()
  await resize(page, { width: 390, height: 844 })
  await drawn(page)
  await expect(page.getByRole('list', { name: /Documentos recibidos/ }).getByRole('listitem')).toHaveCount(all.length)
  await resize(page, desktop)
  await visit(page, 'received?search=nadie')
  await expect(page.getByText('Nada coincide con estos filtros')).toBeVisible()
})

test('above the approval amount, one person requests and another approves', async ({ page, signedIn, company }) => {
  const { buyer } = await trade(company)
  await signedIn('received/policies', buyer.administrator)
  await page.getByLabel('Monto desde el que aprueba otra persona').fill('100000')
  await page.getByRole('button', { name: 'Agregar una política' }).click()
  await page.getByRole('button', { name: 'Agregar una política' }).click()
  await page.getByRole('region', { name: 'Política 2' }).getByLabel('Acción').selectOption('leave')
  await page.getByRole('button', { name: 'Subir la política 2' }).click()
  await expect(page.getByRole('region', { name: 'Política 1' }).getByLabel('Acción')).toHaveValue('leave')
  await expectNothingAmiss(page, 'received-policies')
  await page.getByRole('button', { name: 'Quitar la política 2' }).click()
  await page.getByRole('button', { name: 'Guardar las políticas' }).click()
  await expect(page.getByText('Las políticas se guardaron.')).toBeVisible()

  const genuine = defined((await receivedOf(buyer)).find(({ failedChecks }) => failedChecks.length === 0))
  await visit(page, `received/${genuine.id}`)
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByRole('dialog').getByText('Sobre $ 100.000, otra persona debe aprobarlo')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByRole('dialog').getByText('espera que otra persona lo apruebe')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(page.getByRole('region', { name: 'Solicitudes al registro' }).getByText('Espera aprobación')).toBeVisible()

  const ask = async () => {
    await page.getByRole('button', { name: 'Reclamar' }).click()
    await page.getByRole('dialog').getByLabel('Motivo').fill('Otro precio')
    await page.getByRole('dialog').getByRole('button', { name: 'Reclamar' }).click()
  }
  await ask()
  await expect(page.getByRole('dialog').getByText('ACD de este documento espera aprobación.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar la solicitud pendiente' }).click()
  await expect(page.getByRole('dialog').getByText('La solicitud se retiró: puede hacerla de nuevo.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByRole('dialog').getByText('espera que otra persona lo apruebe')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()

  await signedIn('overview', buyer.operator)
  await page.getByRole('link', { name: '1 espera su aprobación' }).click()
  await settled(page)
  await expectWordsInBoth(page)
  await expectNothingAmiss(page, 'received-approvals')
  await page.getByRole('button', { name: 'Aprobar', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
  await expect(page.getByText('Nada por aprobar')).toBeVisible()
})

test('selected documents are claimed with a reason, by keyboard, each with its outcome', async ({ page, signedIn, company }) => {
  const { buyer } = await trade(company)
  const changed = defined((await receivedOf(buyer)).find(({ failedChecks }) => failedChecks.includes('signature')))
  await (await clientOf(buyer, buyer.administrator)).put('/api/Received/SetPolicies', { body: { approvalAmount: null, policies: [] } })
  await signedIn('received', buyer.administrator)
  await settled(page)
  await page.getByRole('checkbox', { name: new RegExp(`N° ${changed.folio}`) }).press('Space')
  await page.getByRole('button', { name: 'Reclamar' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Un reclamo no se puede deshacer.')).toBeVisible()
  await expectNothingAmiss(page, 'received-claim')
  await dialog.getByRole('button', { name: 'Reclamar' }).press('Enter')
  await expect(dialog.getByText('Escriba el motivo.')).toBeVisible()
  await dialog.getByLabel('Motivo').fill('El documento cambió después de firmarse')
  await dialog.getByRole('button', { name: 'Reclamar' }).press('Enter')
  await expect(dialog.getByText('en camino al SII')).toBeVisible()
})

test('an answer to a supplier is sent, downloaded and resent, and the list is exported', async ({ page, signedIn, company }) => {
  const { buyer } = await trade(company)
  const genuine = defined((await receivedOf(buyer)).find(({ failedChecks }) => failedChecks.length === 0))
  await signedIn(`received/${genuine.id}`, buyer.administrator)
  for (const choice of ['Aceptado', 'Recibo de mercaderías o servicios']) {
    await page.getByRole('button', { name: 'Responder al proveedor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: choice, exact: true }).check()
    if (choice !== 'Aceptado') await dialog.getByLabel('Recinto').fill('Bodega central')
    await dialog.getByRole('button', { name: 'Responder' }).click()
    await expect(dialog.getByText('se enviará al proveedor')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  }
  const answers = page.getByRole('region', { name: 'Respuestas al proveedor' })
  await expect(answers.getByText('Bodega central')).toBeVisible()
  await answers.getByRole('button', { name: 'Enviar de nuevo' }).first().click()
  await page.getByRole('dialog').getByLabel('Correo').fill('dte@proveedor.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('La respuesta se enviará en breve.')).toBeVisible()
  await expect(async () => {
    const saved = page.waitForEvent('download', { timeout: 3000 })
    await answers.getByRole('button', { name: 'Descargar XML' }).first().click()
    await saved
  }).toPass()
  await expectWordsInBoth(page)

  await visit(page, 'received')
  await page.getByRole('button', { name: 'Exportar' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click()
  expect((await saved).suggestedFilename()).toBe('recibidos.xlsx')
})

test("the page of an issued document shows its customer's answer, and can ask the SII now", async ({ page, signedIn, company }) => {
  const { supplier } = await trade(company)
  const timbre = await clientOf(supplier, supplier.administrator)
  const sold = first((await timbre.get('/api/Webhook/GetWebhooks', { query: { status: [5] } })).data)
  await signedIn(`documents/${sold.correlationId}`, supplier.administrator)
  const side = page.getByRole('region', { name: 'El cliente ante el SII' })
  await side.getByRole('button', { name: 'Consultar al SII ahora' }).click()
  await expect(side.getByText('Consultado: la respuesta aparece aquí en unos segundos.')).toBeVisible()
  await visit(page, 'documents?customer=6')
  await expect(page.getByText('Nada coincide con estos filtros')).toBeVisible()
})
