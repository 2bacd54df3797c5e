import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { withViewer } from './chromium.ts'
import { clientOf } from './company.ts'
import { expect, test, visit } from './console.ts'

/** `npm run console:pictures` writes the pictures of docs/console.md; otherwise they are only drawn. */
const folder = process.env['CONSOLE_PICTURES']
// The PDF of a document is in its picture.
if (folder) test.use({ launchOptions: withViewer })

test('the pictures of the documentation', async ({ page, signedIn, company }, info) => {
  if (folder) await mkdir(folder, { recursive: true })
  const shoot = async (name: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await page.screenshot({ path: folder ? join(folder, `${name}.png`) : info.outputPath(`${name}.png`), animations: 'disabled' })
  }
  const timbre = await clientOf(company, company.administrator)
  const { data: [rejected] } = await timbre.get('/api/Webhook/GetWebhooks', { query: { status: [7] } })
  await signedIn('overview')
  await expect(page.getByRole('slider').first()).toBeVisible()
  await shoot('overview')
  await visit(page, 'documents')
  await shoot('documents')
  await visit(page, `documents/${rejected!.correlationId}`)
  await shoot('document')
  await visit(page, 'issue')
  await shoot('issue')
})
