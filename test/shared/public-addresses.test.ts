import { describe, expect, it } from 'vitest'
import { isPublicAddress, isPublicHost } from '../../src/shared/public-addresses.ts'

describe('an address of the public internet', () => {
  it.each([
    '8.8.8.8', '200.10.251.6', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2800:3f0:4001::1'
  ])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '0.0.0.0',
    '0.1.2.3',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '100::1',
    '4000::1'
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['2130706433', '0177.0.0.1', '0x7f.0.0.1', '127.1', '', 'localhost', '8.8.8.8 '])(
    '%j is no address at all',
    (text) => {
      expect(isPublicAddress(text)).toBe(false)
    }
  )
})

describe('a host of the public internet', () => {
  it.each(['imap.andes.example', 'IMAP.Andes.Example.', '8.8.8.8', '2606:4700:4700::1111', '[2606:4700:4700::1111]'])('%s may be one', (host) => {
    expect(isPublicHost(host)).toBe(true)
  })

  it.each([
    'localhost', 'imap', 'imap.local', 'IMAP.Internal', 'a.localhost.', 'router.home.arpa', '127.0.0.1', '[::1]', '::1',
    '127.1', '0x7f.0.0.0x1', '::ffff:127.0.0.1', '169.254.169.254', ''
  ])('%j is none', (host) => {
    expect(isPublicHost(host)).toBe(false)
  })
})
