import { describe, expect, it } from 'vitest'
import { readAuthenticationResults } from '../../../src/adapters/mail-intake/authentication-results.ts'
import { senderProblem } from '../../../src/services/mailbox/sender-proof.ts'

const own = { host: 'imap.andes.example', authenticationServer: 'mx.andes.example' }
const gmail = { host: 'imap.gmail.com', authenticationServer: null }
const microsoft = { host: 'outlook.office365.com', authenticationServer: null }

function problemOf (headers: string[], mailbox = own as { host: string, authenticationServer: string | null }, senders = ['siidte@sii.cl']) {
  return senderProblem({
    messageId: null, fromAddress: senders[0] ?? null, fromName: null, subject: null, sentAt: null, replyTo: null,
    senders,
    authentication: headers.map(readAuthenticationResults).filter((results) => results !== undefined)
  }, mailbox)
}

describe("a mail of the SII is accepted if the tenant's mail server proves its domain", () => {
  it.each([
    ['by DKIM', 'mx.andes.example; dkim=pass header.d=sii.cl', own],
    ['by the identity of DKIM', 'mx.andes.example; dkim=pass header.i=@maullin.sii.cl', own],
    ['by DMARC', 'mx.andes.example; spf=softfail smtp.mailfrom=x@otro.cl; dmarc=pass (p=none) header.from=sii.cl', own],
    ['with blanks, comments and capitals', 'MX.Andes.Example 1 (our own) ; DKIM = Pass (2048-bit; dkim=fail) Header . d = "SII.cl"', own],
    ['of several signatures by one', 'mx.andes.example; dkim=fail header.d=otro.cl; dkim=pass header.d=sii.cl', own],
    ['as Gmail says it', 'mx.google.com; dkim=pass header.i=@sii.cl header.s=s1 header.b=AbC; spf=pass (google.com: domain of siidte@sii.cl designates 200.10.1.1 as permitted sender) smtp.mailfrom=siidte@sii.cl; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=sii.cl', gmail],
    ['as Microsoft says it', 'spf=pass (sender IP is 200.10.1.1) smtp.mailfrom=sii.cl; dkim=pass (signature was verified) header.d=sii.cl;dmarc=pass action=none header.from=sii.cl;compauth=pass reason=100', microsoft],
    ['as OpenDKIM says it', 'mx.andes.example;\r\n\tdkim=pass (2048-bit key; unprotected) header.d=sii.cl header.i=@sii.cl header.a=rsa-sha256', own]
  ])('%s', (_, header, mailbox) => {
    expect(problemOf([header], mailbox)).toBeUndefined()
  })
})

describe('and otherwise waits for a person', () => {
  it.each([
    ['a signature of another domain', 'mx.andes.example; dkim=pass header.d=gmail.com; spf=fail smtp.mailfrom=sii.cl', 'SENDER_FORGED'],
    ['a domain that only ends like it', 'mx.andes.example; dkim=pass header.d=notsii.cl', 'SENDER_FORGED'],
    ['dmarc = fail with blanks', 'mx.andes.example; dmarc = fail header.from=sii.cl; dkim = pass header.d=sii.cl', 'SENDER_FORGED'],
    ['spf=softfail', 'mx.andes.example; spf=softfail smtp.mailfrom=siidte@sii.cl', 'SENDER_FORGED'],
    ['spf=pass alone', 'mx.andes.example; spf=pass smtp.mailfrom=siidte@sii.cl', 'SENDER_FORGED'],
    ['nothing found out', 'mx.andes.example; none', 'SENDER_FORGED'],
    ['a pass in a comment', 'mx.andes.example; dkim=fail (dkim=pass header.d=sii.cl) header.d=sii.cl', 'SENDER_FORGED'],
    ['a pass in a quoted address', 'mx.andes.example; spf=fail smtp.mailfrom="a; dkim=pass header.d=sii.cl"@otro.cl', 'SENDER_FORGED'],
    ['the word of another server', 'mx.otro.example; dkim=pass header.d=sii.cl', 'SENDER_UNPROVEN'],
    ['a header cut within a comment', 'mx.andes.example; dkim=pass (ok header.d=sii.cl', 'SENDER_UNPROVEN']
  ])('%s', (_, header, problem) => {
    expect(problemOf([header])).toBe(problem)
  })

  it.each([
    ['no header', [], own, undefined, 'SENDER_UNPROVEN'],
    ['a server whose name is not known', ['mx.andes.example; dkim=pass header.d=sii.cl'], { ...own, authenticationServer: null }, undefined, 'SENDER_UNPROVEN'],
    ['a forged header below that of the server', ['mx.andes.example; dkim=none', 'mx.andes.example; dkim=pass header.d=sii.cl'], own, undefined, 'SENDER_FORGED'],
    ['a forged header below Microsoft\'s', ['spf=none; dkim=none', 'dkim=pass header.d=sii.cl'], microsoft, undefined, 'SENDER_FORGED'],
    ['two senders', ['mx.andes.example; dkim=pass header.d=sii.cl'], own, ['siidte@sii.cl', 'x@otro.cl'], 'SENDER_AMBIGUOUS'],
    ['another sender', ['mx.andes.example; dkim=pass header.d=sii.cl'], own, ['x@otro.cl'], 'SENDER_NOT_SII']
  ] as const)('%s', (_, headers, mailbox, senders, problem) => {
    expect(problemOf([...headers], mailbox, senders && [...senders])).toBe(problem)
  })
})
