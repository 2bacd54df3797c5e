import { expect, it } from 'vitest'
import { documentFieldsPage } from '../support/document-fields.ts'

it('docs/document-fields.md says what the table of elements says', async () => {
  await expect(documentFieldsPage()).toMatchFileSnapshot('../../docs/document-fields.md')
})
