import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { places } from '../src/shell/places.ts'
import { es } from '../src/text/es.ts'
import { claimNames, type Claim } from '../src/text/claims.ts'
import { clientOf } from './company.ts'
import { expect, settled, test, visit, type Page } from './console.ts'
import { map } from './map.ts'
import { actions, elsewhere } from './rights.ts'
import { defined, first } from '../../test/support/expecting.ts'

const { paths } = JSON.parse(await readFile(join(import.meta.dirname, '../../openapi/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { 'x-permission'?: Claim }>>
}

/** Those of an operation's methods: reading and changing may need different ones. */
const claimsOf = (operation: string): Claim[] =>
  Object.values(defined(paths[`/api/${operation}`])).map((method) => method['x-permission']).filter((claim) => claim !== undefined)

const reads = (operation: string): boolean =>
  ['get'].join() === Object.keys(defined(paths[`/api/${operation}`])).join() && !operation.endsWith('Export') && !operation.endsWith('Verify')

test('each operation that changes something has its control in the table of rights', () => {
  const covered = new Set([...actions.flatMap(({ operations }) => operations), ...Object.keys(elsewhere)])
  const beforeSignIn = /^Auth\/(Login|Register|ForgotPassword|Renew)$/
  const changing = Object.values(map).flat().filter((operation) => !reads(operation) && !beforeSignIn.test(operation))
  expect(changing.filter((operation) => !covered.has(operation) && claimsOf(operation).length > 0)).toEqual([])
})

for (const role of ['administrator', 'operator', 'viewer'] as const) {
  test(`point 3: a role sees the actions that it is allowed, and no others, in pages and menu: ${role}`, async ({ page, signedIn, company }) => {
    const { claims } = await (await clientOf(company, company[role])).get('/api/Auth/Me')
    const has = new Set<string>(claims)
    const may = (wanted: readonly Claim[]) => wanted.length === 0 || wanted.some((claim) => has.has(claim))
    // What is drawn here takes long, and others look at it.
    await page.route(/PdfTemplate\/Preview|Webhook\/(GetPdf|Preview)/, (route) => route.fulfill({
      status: 404, json: { success: false, statusCode: 404, errorCode: 'NOT_FOUND', errors: ['…'], result: null }
    }))
    await signedIn('account', company[role])
    await settled(page)
    for (const place of places) await placeIs(page, place, may(place.claims))

    const timbre = await clientOf(company, company.administrator)
    const address = await addressesOf(timbre)
    let here = ''
    for (const { place, operations, control, behind } of actions) {
      if (!may(defined(places.find(({ name }) => place.split(/[/?]/)[0] === name)).claims)) continue
      if (place !== here) await visit(page, address(place))
      here = place
      const [first] = behind ? await behind(page).all() : []
      if (first && await first.getAttribute('aria-expanded') !== 'true') await first.click()
      const count = may(operations.flatMap(claimsOf)) ? 1 : 0
      await expect(control(page), `${operations.join()} in ${place}`).toHaveCount(count)
    }
  })
}

/** In the menu and open, or neither, and its address says which claim is missing. */
async function placeIs (page: Page, { name, to, group, claims }: typeof places[number], open: boolean): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: es.places[name], exact: true })
  await expect(link, name).toHaveCount(open && group !== 'none' ? 1 : 0)
  if (open) return
  await visit(page, to.slice(1))
  await expect(page.getByText(es.problem.forbidden)).toBeVisible()
  await expect(page.getByText(`«${claimNames[first(claims)].es}»`)).toBeVisible()
}

async function addressesOf (timbre: Awaited<ReturnType<typeof clientOf>>): Promise<(place: string) => string> {
  const rejected = first((await timbre.get('/api/Webhook/GetWebhooks', { query: { status: [7] } })).data)
  const { data: accepted } = await timbre.get('/api/Webhook/GetWebhooks', { query: { status: [5], invoiceTypeCode: 33 } })
  const inForce = defined(accepted.find(({ annulledBy }) => annulledBy === null))
  const submission = first((await timbre.get('/api/BulkInvoice/List', { query: {} })).data)
  const received = first((await timbre.get('/api/Received/List', { query: {} })).data)
  const customer = first((await timbre.get('/api/Customer/List', { query: {} })).data)
  return (place) => place.replace(':rejected', rejected.correlationId).replace(':accepted', inForce.correlationId)
    .replace(':received', received.id).replace(':submission', submission.id).replace(':customer', customer.id)
}
