import { clientOf } from './company.ts'
import { expectNothingAmiss, expectWordsInBoth } from './amiss.ts'
import { desktop, expect, pdfIn, resize, test, visit, type Page } from './console.ts'
import { first } from '../../test/support/expecting.ts'

type Timbre = Awaited<ReturnType<typeof clientOf>>

const firstWith = async (timbre: Timbre, status: number): Promise<string> => {
  const { data } = await timbre.get('/api/Webhook/GetWebhooks', { query: { status: [status], invoiceTypeCode: 33 } })
  return first(data).correlationId
}

/** What is behind the places of the menu: pages of one thing, and what is unfolded or opened above a place. */
const details: Array<{ name: string, open: (page: Page, timbre: Timbre) => Promise<void>, words?: false }> = [
  {
    name: 'a document',
    open: async (page, timbre) => {
      await visit(page, `documents/${await firstWith(timbre, 5)}`)
      await expect(pdfIn(page.getByRole('tabpanel'))).toBeVisible()
    }
  },
  {
    name: 'the data of a document',
    open: async (page, timbre) => {
      await visit(page, `documents/${await firstWith(timbre, 5)}`)
      await page.getByRole('tab', { name: 'Datos' }).click()
      await expect(page.getByRole('row', { name: /Pintura látex/ })).toBeVisible()
    }
  },
  {
    name: 'the JSON of a document', words: false,
    open: async (page, timbre) => {
      await visit(page, `documents/${await firstWith(timbre, 5)}`)
      await page.getByRole('tab', { name: 'JSON' }).click()
      await expect(page.getByText('"receiver": {')).toBeVisible()
    }
  },
  {
    name: 'a rejected document',
    open: async (page, timbre) => {
      await visit(page, `documents/${await firstWith(timbre, 7)}`)
      await expect(page.getByRole('region', { name: 'Motivo del rechazo' })).toBeVisible()
      await expect(pdfIn(page.getByRole('tabpanel'))).toBeVisible()
    }
  },
  {
    name: 'the form of a copy',
    open: async (page, timbre) => {
      await visit(page, `issue?copy=${await firstWith(timbre, 5)}`)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText('Listo para emitir')).toBeVisible()
    }
  },
  {
    name: 'a rejected document to be corrected',
    open: async (page, timbre) => {
      await visit(page, `issue?retry=${await firstWith(timbre, 7)}`)
      await expect(page.getByText('Listo para emitir')).toBeVisible()
    }
  },
  {
    name: 'a submission with mistakes',
    open: async (page, timbre) => {
      const submission = first((await timbre.get('/api/BulkInvoice/List', { query: {} })).data)
      await visit(page, `bulk/${submission.id}`)
      await expect(page.getByRole('table', { name: /Errores/ })).toBeVisible()
    }
  },
  {
    name: 'a template in code', words: false,
    open: async (page) => {
      await visit(page, 'templates/new-code')
      await expect(pdfIn(page.getByRole('region', { name: 'Vista previa' }))).toBeVisible()
    }
  },
  { name: 'roles', open: (page) => visit(page, 'people?tab=roles') },
  {
    name: 'the roles of a person', words: false,
    open: async (page) => {
      await visit(page, 'people')
      await page.getByRole('button', { name: 'Más acciones: Vera Soto' }).click()
      await page.getByRole('menuitem', { name: 'Cambiar los roles' }).click()
      await expect(page.getByRole('dialog').getByLabel('Lector')).toBeChecked()
    }
  },
  {
    name: 'a person to be deleted', words: false,
    open: async (page) => {
      await visit(page, 'people')
      await page.getByRole('button', { name: 'Más acciones: Vera Soto' }).click()
      await page.getByRole('menuitem', { name: 'Eliminar a la persona' }).click()
      await expect(page.getByRole('dialog')).toContainText('Vera Soto')
    }
  },
  {
    name: 'selected documents',
    open: async (page) => {
      await visit(page, 'documents?status=7')
      await page.getByRole('row').nth(1).getByRole('checkbox').check()
      await expect(page.getByText('1 documento seleccionado')).toBeVisible()
    }
  },
  {
    name: 'filters in use',
    open: async (page) => {
      await visit(page, 'documents?type=33&from=2026-01-01&to=2039-12-31&min=1&externalId=VENTA-1&code=HED-3-209&channel=1&customer=2')
      await expect(page.getByRole('button', { name: /^Quitar el filtro / })).toHaveCount(7)
    }
  },
  {
    name: 'a calendar', words: false,
    open: async (page) => {
      await visit(page, 'reports')
      await page.getByRole('button', { name: /^Fechas de emisión/ }).click()
      await expect(page.getByRole('button', { name: 'Mes pasado' })).toBeVisible()
    }
  },
  {
    name: 'blocks of folios',
    open: async (page) => {
      await visit(page, 'folios')
      await page.getByRole('button', { name: /^Factura no afecta/ }).click()
      await expect(page.getByRole('table', { name: /Factura no afecta/ })).toBeVisible()
    }
  },
  {
    name: 'a delivery', words: false,
    open: async (page) => {
      await visit(page, 'notifications')
      await page.getByRole('button', { name: /^Prueba/ }).first().click()
      await expect(page.getByRole('dialog', { name: 'Ver el aviso' }).getByText('"notification.test"')).toBeVisible()
    }
  },
  {
    name: 'a record of the audit', words: false,
    open: async (page) => {
      await visit(page, 'audit?action=tenant.update')
      await page.getByRole('button', { name: /^Modificó la empresa/ }).last().click()
      await expect(page.getByRole('dialog').getByRole('row', { name: /Dirección/ })).toBeVisible()
    }
  },
  {
    name: 'the search', words: false,
    open: async (page) => {
      await visit(page, 'account')
      await page.keyboard.press('Control+K')
      await expect(page.getByRole('dialog').getByText('Subir una planilla')).toBeVisible()
    }
  }
]

for (const { name, open, words = true } of details) {
  test(`points 7 and 9: ${name}: no defects in light or dark mode, at either width`, async ({ tour, company }) => {
    await resize(tour, desktop)
    await open(tour, await clientOf(company, company.administrator))
    if (words) await expectWordsInBoth(tour)
    await expectNothingAmiss(tour, name)
    await tour.keyboard.press('Escape')
  })
}
