/** Known failures of the connection to the SII, by the words of their causes: the first that matches counts. */
const knownFailures: readonly (readonly [RegExp, string])[] = [
  [/certificate has expired|CERT_HAS_EXPIRED/i,
    'The certificate of the server has expired: check this machine\'s clock first, then whether a proxy on the way shows its own.'],
  [/not yet valid|CERT_NOT_YET_VALID/i, 'This machine\'s clock is behind: synchronise it with NTP.'],
  [/altnames|ALTNAME/i,
    'Another server answers under this name: a proxy, a captive portal or a wrong DNS entry. Check the way out.'],
  [/unsafe legacy renegotiation|legacy_renegotiation/i,
    'The server has old TLS renegotiation only, which OpenSSL 3 refuses. Allow it for this program: see "Legacy renegotiation" in docs/going-live.md.'],
  [/unsupported protocol|protocol version|wrong version number|version too low/i,
    'The server does not speak TLS 1.2 or 1.3, which the SII does: look for a proxy or firewall that inspects TLS.'],
  [/handshake failure|no shared cipher|illegal parameter|EPROTO|dh key too small/i,
    'The TLS handshake fails. Start with NODE_OPTIONS=--tls-max-v1.2, which some need with the SII; or a proxy inspects TLS.'],
  [/self[- ]signed certificate|unable to (verify|get)|UNABLE_TO_|SELF_SIGNED/i,
    'This machine does not trust the server\'s chain. Give the missing CA in a PEM file: NODE_EXTRA_CA_CERTS=/path/ca.pem in the environment of the process.'],
  [/^(no (seed|token): )?dns|ENOTFOUND|EAI_AGAIN/i, 'The name is not resolved: check the DNS of this machine or container.'],
  [/ECONNREFUSED|refused: /i, 'The connection is refused: check that the firewall allows outgoing HTTPS to this host.'],
  [/timeout|ETIMEDOUT|no handshake within|EHOSTUNREACH|ENETUNREACH/i,
    'No answer in time: the firewall drops outgoing HTTPS to this host, or the SII is slow. Check the firewall, then run this again.'],
  [/ECONNRESET|socket disconnected|closed (during|without)|socket hang up|EPIPE|^reset/i,
    'The connection is cut: a firewall does it, or the handshake displeases the server. Try again, then with NODE_OPTIONS=--tls-max-v1.2.'],
  [/no trae token/i, 'The cookie with the token does not arrive: a proxy on the way removes cookies. Let the SII\'s hosts pass it.'],
  [/HTTP 50[0234]\b/i, 'The SII is down or in maintenance. Wait and run this again; Timbre sends nothing twice meanwhile.'],
  [/-0?6\b|\b106\b|usuario no autorizado|no tiene permiso/i,
    'Authorise the certificate\'s holder at the SII (Mantención de usuarios autorizados): send documents, sign documents.'],
  [/ESTADO 0?(10|11|12)\b|ESTADO -0?7\b|could not be signed/i,
    'The SII does not accept the certificate: expired, revoked, of an unaccredited provider, or not registered at the SII. Sign in with it on the SII\'s site to see.'],
  [/no token: ESTADO/i, 'The SII refuses this certificate or its signature. Sign in with it on the SII\'s site to see.'],
  [/HTTP 40[13]\b/i,
    'The SII does not take the session. If a token was made, a proxy changes cookies or the user agent; otherwise see the certificate\'s holder at the SII.'],
  [/no such operation/i, 'The SII changed this service. Report it with the answer (docs/reporting-sii-answers.md).'],
  [/: a page$|without (readable XML|RESPUESTA|a readable answer)|cannot be read/i,
    'A page answers instead of the service: a proxy on the way, one that changes the user agent, or maintenance. Report it if it stays (docs/reporting-sii-answers.md).']
]

/** What to do about a failure; undefined for one that nobody has reported yet. */
export function remedyFor (cause: string): string | undefined {
  return knownFailures.find(([words]) => words.test(cause))?.[1]
}
