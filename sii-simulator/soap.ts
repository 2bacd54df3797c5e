import type { FormOf } from './answer-forms.ts'
import { parseXml, type Element } from './judge/xml.ts'

const soapNamespace = 'http://schemas.xmlsoap.org/soap/envelope/'

export interface SoapCall { operation: string, namespace: string, parameters: string[] }

/**
 * Reads an rpc call. Parameters bind by the names of the WSDL where they have them, else by their position, as in Axis
 * 1.
 */
export function readCall (bytes: Buffer, names: readonly string[]): SoapCall | undefined {
  const xml = parseXml(bytes)
  try {
    const body = xml.root.children.find(({ name, namespace }) => name === 'Body' && namespace === soapNamespace)
    const call = body?.children[0]
    return call && { operation: call.name, namespace: call.namespace, parameters: bind(call, names) }
  } finally {
    xml.dispose()
  }
}

function bind (call: Element, names: readonly string[]): string[] {
  const byName = new Map(call.children.map(({ name, text }) => [name, text]))
  return names.map((name, position) => byName.get(name) ?? call.children[position]?.text ?? '')
}

/** How an answer is written: the RESPUESTA within, and the elements around it. */
export interface Writing { layout: FormOf<'respuestaLayout'>, prefixes: FormOf<'soapPrefixes'> }

/** The answer of an rpc operation: one string, itself XML and therefore escaped, its carriage returns by number. */
export function soapAnswer (path: string, operation: string, value: string, { layout, prefixes }: Writing): string {
  const [onResponse, onReturn] = { none: ['', ''], onResponse: ['ns1:', ''], onBoth: ['ns1:', 'ns1:'] }[prefixes]
  const declared = onResponse === '' ? 'xmlns' : 'xmlns:ns1'
  const returned = escapeXml(layout === 'indented' ? indented(value) : value).replaceAll('\r', '&#xd;')
  return '<?xml version="1.0" encoding="UTF-8"?>' +
    `<soapenv:Envelope xmlns:soapenv="${soapNamespace}" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
    `<soapenv:Body><${onResponse}${operation}Response soapenv:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" ${declared}="https://maullin.sii.cl${path}">` +
    `<${onReturn}${operation}Return xsi:type="xsd:string">${returned}</${onReturn}${operation}Return>` +
    `</${onResponse}${operation}Response></soapenv:Body></soapenv:Envelope>`
}

/** Each element on a line of its own, with carriage returns. */
function indented (respuesta: string): string {
  return respuesta
    .replace('?>', '?>\r\n')
    .replace(/<\/?SII:RESP_(?:HDR|BODY)>/g, '\r\n    $&')
    .replace(/<(?!SII:RESP_)[A-Z][\w:]*>/g, '\r\n        $&')
    .replace('</SII:RESPUESTA>', '\r\n$&')
}

export function soapFault (message: string): string {
  return '<?xml version="1.0" encoding="UTF-8"?>' +
    `<soapenv:Envelope xmlns:soapenv="${soapNamespace}"><soapenv:Body><soapenv:Fault><faultcode>soapenv:Server.userException</faultcode>` +
    `<faultstring>${escapeXml(message)}</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>`
}

/** Element name to text, or to a list of such. */
export type Fields = [name: string, value: string | number][]

/** The SII's own wrapping of an answer, inside SOAP for a DTE and bare for a boleta. */
export function respuesta (header: Fields, body?: Fields): string {
  const bodyText = body ? `<SII:RESP_BODY>${elements(body)}</SII:RESP_BODY>` : ''
  return '<?xml version="1.0" encoding="UTF-8"?><SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema">' +
    `${bodyText}<SII:RESP_HDR>${elements(header)}</SII:RESP_HDR></SII:RESPUESTA>`
}

export function elements (fields: Fields): string {
  return fields.map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`).join('')
}

export function escapeXml (text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
