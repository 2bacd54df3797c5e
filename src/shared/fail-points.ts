/** Places between two steps of the work, at which a test can end the program. */
export const failPointNames = [
  'issue.folioTaken', 'issue.signed', 'issue.committed', 'issueApart.stored', 'issueApart.committed',
  'pack.locked', 'pack.sealed', 'pack.committed',
  'upload.begun', 'upload.answered', 'upload.settled', 'upload.committed', 'reconcile.answered',
  'follow.answered', 'follow.judged', 'follow.committed',
  'bulk.locked', 'bulk.issued', 'bulk.committed', 'bulk.settled',
  'notify.answered', 'notify.recorded', 'notify.committed'
] as const
export type FailPoint = (typeof failPointNames)[number]

/** `reached` is called at each of them. Only a test sets it. */
export const failPoints: { reached?: (point: FailPoint) => void } = {}
