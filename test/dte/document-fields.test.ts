import { expect, it } from 'vitest'
import { documentFieldsPage } from '../support/document-fields.ts'

it('docs/document-fields.md has each element of the table', async () => {
  await expect(documentFieldsPage('en')).toMatchFileSnapshot('../../docs/document-fields.md')
})

it('docs/es/document-fields.md has each element of the table, in Spanish', async () => {
  await expect(documentFieldsPage('es')).toMatchFileSnapshot('../../docs/es/document-fields.md')
})
