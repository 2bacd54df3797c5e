import type { Texts } from './es.ts'

export const en: Texts = {
  product: 'Timbre',
  skip: 'Skip to the content',
  nav: {
    label: 'Sections', open: 'Open the menu', search: 'Search or go to…', work: 'Work', company: 'Company',
    administration: 'Administration', found: 'Documents', places: 'Sections', actions: 'Actions',
    nothingFound: 'Nothing matches your search.', here: 'Here', another: 'Issue another like it', types: 'Issue another type',
    issueType: (type) => `Issue ${type.toLowerCase()}`, issueTo: (type, customer) => `${type} to ${customer}`
  },
  places: {
    overview: 'Overview', documents: 'Documents', received: 'Received', issue: 'Issue', customers: 'Customers', products: 'Products', bulk: 'Bulk submissions', reports: 'Reports',
    folios: 'Folios', company: 'Details and certificate', templates: 'PDF templates', mailbox: 'Exchange mailbox', certification: 'Certification', people: 'People and roles',
    addresses: 'IP addresses', keys: 'Keys', notifications: 'Notifications', audit: 'Audit log', service: 'Service',
    account: 'Your account', setup: 'Set-up'
  },
  commands: {
    issue: 'Issue a document', sheet: 'Upload a spreadsheet', caf: 'Upload CAF files', certificate: 'Change the certificate',
    person: 'Add a person', role: 'Create a role', template: 'Create a PDF template', key: 'Create a key pair',
    customer: 'Add a customer', product: 'Add a product',
    address: 'Add an IP address', password: 'Change your password'
  },
  issued: ['invoice', 'receipt', 'dispatch guide', 'credit note', 'debit note', 'settlement'],
  preferences: { language: 'Español', dark: 'Dark mode', light: 'Light mode', account: 'Your account', out: 'Sign out' },
  environment: { certification: 'Certification', production: 'Production', simulator: 'Simulator' },
  where: { simulator: 'the Simulator', production: 'Production', certification: 'Certification' },
  statuses: {
    1: 'Waiting', 2: 'Issued', 3: 'Sending', 4: 'Sent to the SII', 5: 'Accepted', 6: 'Accepted with objections',
    7: 'Rejected', 8: 'Stopped'
  },
  channels: { 1: 'API', 2: 'Bulk submission', 3: 'Console' },
  document: {
    number: (name, folio) => `${name} No. ${folio}`,
    noFolio: 'no folio yet',
    noReceiver: 'No receiver'
  },
  unknownMunicipality: 'Choose a municipality from the list.',
  table: 'Values of the table',
  actions: {
    cancel: 'Cancel', close: 'Close', save: 'Save', copy: 'Copy', copied: 'Copied', retry: 'Try again', undo: 'Undo',
    download: 'Download', more: 'More actions', back: 'Back', remove: 'Delete', edit: 'Edit', showPassword: 'Show the password', clearFilters: 'Clear the filters'
  },
  problem: {
    title: 'This could not be loaded',
    reference: 'Request id',
    copyReference: 'Copy the request id',
    offline: 'The server cannot be reached. What you typed is still here; try again.',
    forbidden: 'You are not allowed to see this',
    forbiddenText: (claims) => `Ask an administrator for ${claims}.`,
    or: ' or ',
    notFound: 'This page does not exist',
    notFoundText: 'Check the address, or go to another section.',
    fields: 'Correct the following:',
    siiCode: (code) => `SII code: ${code}`,
    code: (code) => `Code: ${code}`,
    unexpected: 'An error prevented the console from showing this page. Reload it; saved data are not lost.'
  },
  offline: 'You are offline. What you see may be out of date.',
  sessionEnded: {
    title: 'Your session ended',
    text: 'Enter your password to continue where you were. Nothing that you typed is lost.',
    password: 'Password',
    submit: 'Sign in',
    at: (person: string, company: string) => `${person} at ${company}`,
    elsewhere: (who: string) => `Another tab signed in as ${who}`,
    here: (who: string) => `This tab still belongs to ${who}. If you switch it, pending changes here are not sent.`,
    follow: (company: string) => `Switch this tab to ${company}`
  },
  secondFactor: {
    title: 'Confirm that it is you',
    text: 'This change needs a code from your second factor. For ten minutes it is not requested again.',
    code: 'Code',
    codeNote: 'The six digits that your app shows, or a recovery code.',
    wrong: 'The code is wrong or was already used. Wait for the next code of your app.',
    submit: 'Confirm',
    setup: 'Set up your second factor',
    setupText: 'Your company requires a second factor. Set one up in your account to continue.',
    toAccount: 'Go to your account'
  },
  files: {
    drop: 'Drop a file here, or choose one',
    dropMany: 'Drop files here, or choose them',
    choose: 'Choose a file',
    onlyOne: (count) => `Drop one file only; you dropped ${count}.`,
    tooLarge: (name, limit) => `${name} is larger than ${limit}.`
  },
  secret: {
    once: 'It is shown only once. Store it now: nobody can see it again.',
    download: 'Download as a file',
    kept: 'I stored it'
  },
  pages: {
    range: (from, to, of) => `${from}–${to} of ${of}`,
    estimate: (count) => `more than ${count}`,
    previous: 'Previous page', next: 'Next page', size: 'Per page', label: 'Pages'
  },
  calendar: {
    previousMonth: 'Previous month', nextMonth: 'Next month', previousYear: 'Previous year', nextYear: 'Next year',
    previousDecade: 'Previous decade', nextDecade: 'Next decade'
  },
  presets: {
    today: 'Today', week: 'Last 7 days', days30: 'Last 30 days', month: 'This month', lastMonth: 'Last month', year: 'This year'
  },
  shortcuts: {
    title: 'Keyboard shortcuts', search: 'Search or go to a section', searchToo: 'The same, with one key', issue: 'Issue a document', boleta: 'Issue a boleta', factura: 'Issue a factura', guide: 'Issue a delivery note', preview: 'See how the document will look', send: 'Issue what is written', help: 'Show this list',
    close: 'Close what is open', list: 'Move through a list', open: 'Open the selected entry', singleLetters: 'Use single-key shortcuts'
  },
  bulkRunning: (name) => `Issuing “${name}”`,
  readAsTable: 'Show as a table',
  readAsPlot: 'Show as a plot',
  date: 'Date',
  dateForm: 'dd-mm-yyyy'
}
