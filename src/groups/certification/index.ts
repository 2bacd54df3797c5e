import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import type { TestSets } from '../../services/certification/test-sets.ts'
import * as schemas from './schemas.ts'

/** The certification of an issuer with the SII: what its sets of test cases ask for. */
export function certificationGroup ({ testSets }: { testSets: TestSets }) {
  return defineGroup('Certification', (operation) => {
    operation({
      method: 'POST',
      path: '/ReadSet',
      rule: { permission: 'Certification.Read' },
      summary: 'Read the SII\'s file of test cases',
      description:
        'Shows what the file asks for: each document with its amounts, purchases, and the folios that you need. Upload the file as the SII sent it, of facturas or of boletas. If some line is not understood, the answer is 422 TEST_SET_INVALID with each such line. Nothing is stored or issued. Only for tenants in the certification environment (409 CERTIFICATION_ONLY otherwise).',
      ...schemas.setForm,
      alsoFails: [409, 422],
      answer: schemas.testSetFile,
      handler: async ({ actor, body }) => ok(await testSets.read(actor, body.File))
    })
  })
}
