import { version } from '../shared/version.ts'

// No page of Timbre uses what a browser asks permission for, but for copying by a button.
const permissionsPolicy = [
  'accelerometer', 'autoplay', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone',
  'midi', 'payment', 'publickey-credentials-get', 'serial', 'usb'
].map((feature) => `${feature}=()`).join(', ')

/** Sent with every answer. HSTS belongs to where TLS ends. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // What other origins may fetch, CORS_ORIGINS says: these are for pages that would show or open an answer as theirs.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-timbre-version': version
}
