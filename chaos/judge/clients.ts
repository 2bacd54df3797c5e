import { amountName, severalOf, type Books, type Request } from './books.ts'

/** I1, as far as clients see it: no folio was handed over for two documents. */
export function handedOverTwice ({ requests }: Books): string[] {
  const receipts = new Map(requests.flatMap(({ taxNumber, receipts }) => receipts
    .filter(({ folio }) => folio !== '')
    .map(({ correlationId, type, folio }) => [correlationId, `${taxNumber} type ${type} folio ${folio}`] as const)))
  return severalOf([...receipts.values()], (name) => name).map(({ name }) => `handed over twice: ${name}`)
}

/** I4: what was acknowledged is stored, with the same folio and total. */
export function lost ({ requests, documents, spent }: Books): string[] {
  const left = new Set(spent.map(({ documentId, folio }) => `${documentId} ${folio}`))
  const byId = new Map(documents.map((document) => [document.id, document]))
  const amounts = new Set(documents.map((document) => amountName(document.taxNumber, document)))
  return [
    ...requests.flatMap((request) => request.receipts.flatMap((receipt) => {
      const stored = byId.get(receipt.correlationId)
      const what = `${amountName(request.taxNumber, receipt)}, folio ${receipt.folio}`
      if (stored === undefined) return [`acknowledged, not stored: ${what}`]
      // One that waited got its folio later, and one that was retried may have another one since.
      const isFolioOf = receipt.folio === '' || stored.folio === receipt.folio || left.has(`${stored.id} ${receipt.folio}`)
      const isSame = isFolioOf && stored.type === receipt.type &&
        stored.total === receipt.total && stored.total === request.documents[0]?.total
      return isSame ? [] : [`stored otherwise than acknowledged: ${what}`]
    })),
    ...requests.filter(isOrderedFile).flatMap(({ taxNumber, documents }) => documents
      .map((document) => amountName(taxNumber, document)).filter((name) => !amounts.has(name))
      .map((name) => `of a submission that was to be processed, not stored: ${name}`))
  ]
}

function isOrderedFile ({ operation, answers }: Request): boolean {
  return operation === 'bulk' && answers.some(({ status, bulkId }) => status === 200 && bulkId !== undefined)
}

/** I4, I10: an acknowledged retry was made, and none was made that nobody asked for. */
export function oddRetries ({ requests, retries }: Books): string[] {
  const asked = requests.filter(({ operation }) => operation === 'retry')
  const times = (id: string | undefined, isDone: (request: Request) => boolean): number =>
    asked.filter((request) => request.correlationId === id && isDone(request)).length
  return [
    ...new Set(asked.map(({ correlationId }) => correlationId))
  ].filter((id) => times(id, wasDone) > (retries.get(id ?? '') ?? 0)).map((id) => `acknowledged, not retried: ${id}`).concat(
    [...retries.keys()].filter((id) => times(id, () => true) === 0).map((id) => `retried, never asked for: ${id}`)
  )
}

const wasDone = ({ answers }: Request): boolean => answers.some(({ status }) => status === 200)

/** I5: each document was asked for once, and exists once. */
export function unasked ({ requests, documents }: Books): string[] {
  const asked = new Set(requests.flatMap(({ taxNumber, documents }) =>
    documents.map((document) => amountName(taxNumber, document))))
  const nameOf = (document: Books['documents'][number]): string => amountName(document.taxNumber, document)
  const byKey = new Map(requests.flatMap((request) =>
    request.operation === 'save' && request.key !== undefined ? [[request.key, request.documents[0]?.total] as const] : []))
  return [
    ...severalOf(documents, nameOf).map(({ name, things }) => `stored ${things.length} times: ${name}`),
    ...documents.map(nameOf).filter((name) => !asked.has(name)).map((name) => `stored, never asked for: ${name}`),
    ...documents.filter(({ key, total }) => key !== null && byKey.get(key) !== total)
      .map((document) => `stored under the key of another request: ${nameOf(document)}`)
  ]
}

/** I13: a repetition under one key gets the answer of the first. */
export function answeredOtherwise ({ requests }: Books): string[] {
  return requests.filter(({ key, receipts }) =>
    key !== undefined && new Set(receipts.map(({ correlationId, folio }) => `${correlationId} ${folio}`)).size > 1
  ).map(({ key, receipts }) =>
    `key ${key} was answered with folios ${receipts.map(({ folio }) => folio).join(', ')}`)
}
