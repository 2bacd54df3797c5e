/** What a worker can be asked to do. The names are stored; each says what its task's subject is. */
export type Topic =
  /** Issue what waits; a document type. */
  | 'issueWaiting'
  /** Put issued documents into envelopes; an envelope's kind, and an invoice's id for one that is sent alone. */
  | 'packEnvelope'
  /** Upload an envelope, by its id. */
  | 'uploadEnvelope'
  /** Ask the SII for the verdicts of an envelope, by its id. */
  | 'followEnvelope'
  /** Send a notification; the id of the delivery. */
  | 'notify'
  /** A language and an email. */
  | 'preparePasswordReset'
  /** The id of a registration. */
  | 'prepareRegistration'
  /** A language and the id of a user who may have to be invited. */
  | 'prepareInvitation'
  /** The id of a mail. */
  | 'sendMail'
  /** Read a tenant's mailbox. */
  | 'readMailbox'
  /** Process a mail that was stored; its id. */
  | 'takeMail'
  /** Ask the SII for a received document, by its id. */
  | 'confirmReceived'
  /** Ask the SII's registry about a received document, and apply policies; its id. */
  | 'watchReceived'
  /** Tell the SII's registry what was asked for; the id of a claim. */
  | 'sendClaim'
  /** Sign an answer to a supplier, by its id, and queue its mail. */
  | 'sendAnswer'
  /** Ask the registry what a customer did about a document; its id, followed by /now for a question out of turn. */
  | 'askRegistry'
  /** Mail what the SII rejected; the id of a rejected document. */
  | 'mailRejections'
  /** Warns of approaching deadlines of a certification; the id of its journey. */
  | 'watchDeadlines'
  /** The name of a recurring job. */
  | 'recurringJob'
  /** Issue the rows of a bulk submission; its id, followed by / and a number for a second worker. */
  | 'processBulk'
