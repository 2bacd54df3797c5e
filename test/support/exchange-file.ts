/**
 * What the SII hands out in the exchange step, without its signatures: two facturas of the company that it plays, for
 * the company and for somebody else.
 */
export function exchangeFile (
  taxNumber: string, { receivers = [taxNumber, '69507000-4'], digest = 'u6p5J3mB1v0o6pJ6sHh1x2QkM0E=' } = {}
): Buffer {
  const documents = receivers.map((receiver, index) => `<DTE version="1.0"><Documento ID="F${index + 1}T33"><Encabezado>` +
    `<IdDoc><TipoDTE>33</TipoDTE><Folio>${index + 1}</Folio><FchEmis>2003-10-05</FchEmis></IdDoc>` +
    '<Emisor><RUTEmisor>88888888-8</RUTEmisor><RznSoc>EMPRESA DE PRUEBA</RznSoc></Emisor>' +
    `<Receptor><RUTRecep>${receiver.toLowerCase()}</RUTRecep></Receptor>` +
    `<Totales><MntNeto>100000</MntNeto><MntTotal>${119000 + index}</MntTotal></Totales></Encabezado>` +
    '<Referencia><FchRef>2003-10-04</FchRef></Referencia></Documento>' +
    '<Signature><SignedInfo><DigestValue>not-this=</DigestValue></SignedInfo></Signature></DTE>')
  return Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>\n' +
    '<EnvioDTE xmlns="http://www.sii.cl/SiiDte" version="1.0"><SetDTE ID="SetDoc"><Caratula version="1.0">' +
    `<RutEmisor>88888888-8</RutEmisor><RutEnvia>7880442-4</RutEnvia><RutReceptor>${taxNumber}</RutReceptor></Caratula>` +
    `${documents.join('')}</SetDTE><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>` +
    `<DigestValue>${digest}</DigestValue></SignedInfo></Signature></EnvioDTE>`, 'latin1')
}
