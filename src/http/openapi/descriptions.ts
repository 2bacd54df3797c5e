type Json = Record<string, unknown>

/** What members and parameters mean that say nothing of their own: one meaning for each name in the whole contract. */
const meanings: Readonly<Record<string, string>> = {
  // The envelope and its pages.
  success: 'Whether the operation succeeded.',
  statusCode: 'The HTTP status.',
  errors: 'One sentence for each problem; empty on success.',
  result: 'What the operation answers; null on failure.',
  page: 'The number of the page, from 1.',
  pageSize: 'Records per page.',
  totalPage: 'The number of pages.',
  totalRecords: 'The number of records on all pages.',
  totalIsEstimate: 'Whether `totalRecords` and `totalPage` are estimates: totals are exact up to 10,000 records at least.',
  data: 'The records of this page.',

  // Ids, times and names.
  id: 'The id.',
  correlationId: 'The id of the document.',
  entityId: 'The id of what was changed.',
  userId: 'The id of the user.',
  roleId: 'The id of the role.',
  requestId: 'The id of the request, as in the header X-Request-Id.',
  replacesId: 'The id of the earlier submission that this one corrects.',
  createdById: 'The id of the user or of the pair of keys.',
  at: 'When it happened.',
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
  startedAt: 'When it started.',
  finishedAt: 'When it finished.',
  issuedAt: 'When the document was issued.',
  uploadedAt: 'When it was uploaded.',
  activatedAt: 'When it was activated.',
  attemptedAt: 'When it was last attempted.',
  expiration: 'When the token expires.',
  name: 'The name.',
  nameEn: 'The name in English.',
  fullName: 'The full name of the person.',
  userName: 'The user name, unique within the tenant.',
  email: 'The email address.',
  companyTitle: 'The name of the company.',
  description: 'A description.',
  source: 'Where it comes from: the kind of file, or JSON.',
  type: 'The type.',
  value: 'The value.',
  en: 'In English.',
  es: 'In Spanish.',

  // Codes and their texts.
  code: 'The code.',
  message: 'The problem in one sentence.',
  explanation: 'What it means, in both languages.',
  remedy: 'What to do about it, in both languages.',
  status: 'The status; see its enumeration.',
  statusText: 'The name of the status.',
  state: 'The state; see its enumeration.',
  stateText: 'The name of the state.',
  channelType: 'The channel; see its enumeration.',
  channelTypeText: 'The name of the channel.',
  userTypeText: 'The name of the type of user.',
  taxAuthorityText: 'The name of the tax authority.',
  documentStatusText: 'The name of the status of the document.',
  action: 'What was done.',
  entity: 'What was changed.',
  path: 'The path of the member.',
  column: 'The column of the sheet.',
  cell: 'The cell of the sheet.',
  siiCode: "The SII's code for this violation.",

  // Documents.
  documentType: 'The code of the document type.',
  invoiceTypeCode: 'The code of the document type.',
  typeName: 'The name of the document type.',
  invoiceNumber: 'The folio.',
  folio: 'The folio.',
  issueDate: 'The issue date (FchEmis).',
  customerTaxNumber: 'The RUT of the receiver.',
  customerCompanyName: 'The name of the receiver.',
  trackId: 'The track id that the SII assigned to the upload.',
  currency: 'The currency, as named by Chilean customs.',
  netAmount: 'Net amount.',
  exemptAmount: 'Exempt amount.',
  totalAmount: 'Total amount.',
  taxCode: 'The code of the tax.',
  taxRate: 'The rate of the tax in percent.',
  taxAmount: 'The amount of the tax.',
  taxes: 'Additional taxes.',
  totals: 'The totals.',
  sender: 'Emisor: who issues the document.',
  receiver: 'Receptor: who receives the document.',
  transport: 'Transporte: how goods travel.',
  references: 'Referencia: the documents that this one refers to.',
  valid: 'Whether the document would be issued.',
  problems: 'Every problem found.',
  posted: 'The value in the request.',
  computed: 'The value that Timbre computes.',
  verdict: 'The answer of the SII.',
  history: 'Every change of status.',
  detail: 'Details of the change.',
  way: 'How the document would be sent again.',
  reasons: 'Why the SII, or Timbre, did not take it as it is.',
  reason: 'Why it is where it is.',

  // Submissions.
  documents: 'Number of documents.',
  invalid: 'Number of documents with mistakes.',
  failed: 'Number of documents that failed.',
  cancelled: 'Number of documents that were cancelled.',
  waiting: 'Number of documents that are waiting.',
  issued: 'Number of documents that were issued and not sent yet.',
  sending: 'Number of documents that are being sent.',
  sent: 'Number of documents that were sent and have no verdict yet.',
  accepted: 'Number of accepted documents.',
  acceptedWithObjections: 'Number of documents accepted with objections.',
  rejected: 'Number of rejected documents.',
  unchanged: 'Number of documents that stay as they were.',
  counters: 'Numbers of documents by status.',
  documentsPerSecond: 'The present speed; null if nothing is being processed.',
  secondsLeft: 'Estimated seconds until the end; null if unknown.',
  rows: 'The documents of the submission, page by page.',
  position: 'The position in the submission, from 1.',
  key: 'The key of the document within the submission.',
  invoices: 'The documents.',
  onlyWithProblems: 'Only documents with mistakes.',
  format: 'The format of the file.',
  File: 'The file.',
  Name: 'A name to find the submission by.',

  // The tenant, its people and its keys.
  tenantCode: 'The code of the tenant.',
  accessKey: 'The access key.',
  secretKey: 'The secret key.',
  taxNumber: 'The RUT.',
  businessName: 'The legal name (RznSoc).',
  businessActivity: 'The line of business (GiroEmis).',
  activityCodes: 'Economic activity codes registered with the SII (Acteco).',
  address: 'The address (DirOrigen).',
  municipality: 'The municipality (CmnaOrigen).',
  city: 'The city (CiudadOrigen).',
  branchName: 'The branch (Sucursal).',
  branchCode: 'The branch code assigned by the SII (CdgSIISucur).',
  phone: 'The telephone number.',
  siiOffice: 'The SII regional office printed below the folio.',
  environment: '`certification` or `production`.',
  certificationResolution: 'The resolution in certification.',
  productionResolution: 'The resolution in production.',
  refuseWhenNotReady: 'Whether documents are refused if folios or the certificate are missing.',
  requireSecondFactor: 'Whether every user must have a second factor.',
  strictFormat: 'Whether obligations of the format that the SII does not check by itself refuse documents too.',
  mailReceivers: 'Whether accepted documents are mailed to their receivers.',
  publicPages: 'Whether documents can have a public page.',
  qrOnPdf: 'Which PDFs have the QR code of the public page: `none`, `tickets` or `all`.',
  keepIssued: 'Whether receivers and coded items of issued documents are kept as customers and products.',
  foliosLowDays: 'You are warned when the folios of a type last at most so many days; 0 for never.',
  foliosLowNumber: 'You are warned when at most so many folios of a type are left; 0 for never.',
  certificateExpiresAt: 'When the certificate expires; null without one.',
  readiness: 'What is missing before documents can be issued and sent.',
  password: 'The password.',
  currentPassword: 'The present password.',
  user: 'The user.',
  roles: 'The roles of the user.',
  claims: 'The claims of the role.',
  holderTaxNumber: 'The RUT of the holder.',
  holderName: 'The name of the holder.',
  issuerName: 'Who issued the certificate.',
  serialNumber: 'The serial number of the certificate.',
  notBefore: 'When the certificate begins to be valid.',
  notAfter: 'When the certificate expires.',
  rangeFrom: 'The first folio.',
  rangeTo: 'The last folio.',
  remaining: 'Folios left in the block.',
  authorisedOn: 'The date on which the SII authorised the folios (FA).',

  // Templates, notifications, reports.
  settings: 'The design settings.',
  accentColor: 'Color of headings, names and the total.',
  footer: 'The text at the foot of each page; null for none.',
  showPayment: 'Whether the payment terms are printed.',
  itemCode: 'The column of item codes.',
  unitOfMeasure: 'The column of units.',
  discount: 'The column of discounts.',
  enabled: 'Whether messages are sent.',
  attempts: 'Number of attempts so far.',
  startDate: 'The first day.',
  endDate: 'The last day.',
  date: 'The day.',
  channels: 'One entry for each channel.',
  statuses: 'One entry for each status.',
  types: 'One entry for each document type.',
  acceptance: 'Documents with a verdict, by verdict.',
  timeToVerdict: 'Seconds from upload to verdict.'
}

/** Gives every member and parameter a description, enumerations the names of their numbers, and dates their format. */
export function withDescriptions<Document extends object> (document: Document): Document {
  visit(document)
  return document
}

function visit (node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const part = node as Json
  nameValues(part)
  describeMembers(part['properties'])
  describeParameters(part['parameters'])
  for (const [name, child] of Object.entries(part)) {
    if (name !== 'example' && name !== 'examples') visit(child)
  }
}

function describeMembers (properties: unknown): void {
  if (typeof properties !== 'object' || properties === null) return
  for (const [name, member] of Object.entries(properties as Record<string, Json>)) {
    describe(name, member)
    giveFormat(member)
  }
}

function describeParameters (parameters: unknown): void {
  if (!Array.isArray(parameters)) return
  for (const parameter of parameters as Json[]) describe(String(parameter['name']), parameter)
}

function describe (name: string, member: Json): void {
  const meaning = meanings[name]
  if (meaning !== undefined && !('description' in member) && !isEnumeration(member)) member['description'] = meaning
}

/** Enumerations speak for themselves, with the names of their numbers. */
function isEnumeration ({ $ref, anyOf }: Json): boolean {
  return String($ref).includes('/Enum') || (Array.isArray(anyOf) && (anyOf as Json[]).some(isEnumeration))
}

/** `1 Waiting, 2 Issued, …` at the end of an enumeration's description. */
function nameValues (schema: Json): void {
  const { enum: values, 'x-enum-varnames': names, description = '' } = schema
  if (!Array.isArray(values) || !Array.isArray(names)) return
  const list = values.map((value, index) => `${String(value)} ${String(names[index])}`).join(', ')
  if (!String(description).includes(list)) schema['description'] = `${String(description)} ${list}.`.trim()
}

const shapes = { date: /^\d{4}-\d{2}-\d{2}$/, 'date-time': /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/ }

/** A text whose every example is a day is a date; where each is a moment, it is a date-time. */
function giveFormat (member: Json): void {
  const { examples, anyOf } = member
  const shown = Array.isArray(examples) ? (examples as unknown[]).filter((example) => example !== null) : []
  const texts = shown.filter((example) => typeof example === 'string')
  const known = Object.entries(shapes).find(([, shape]) => texts.every((text) => shape.test(text)))
  if (texts.length === 0 || texts.length < shown.length || !known) return
  for (const part of Array.isArray(anyOf) ? anyOf as Json[] : [member]) {
    if ([part['type']].flat().includes('string')) part['format'] ??= known[0]
  }
}
