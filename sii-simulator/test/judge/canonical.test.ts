import { describe, expect, it } from 'vitest'
import { XmlDocument, type XmlElement, type XmlText } from 'libxml2-wasm'
import {
  canonicalIn, canonicalWithout, child, type Element, inheritedNamespaces, ownNamespaces, parseXml, XmlRefused
} from '../../judge/xml.ts'
import { defined, first } from '../../../test/support/expecting.ts'

/** Namespaces taken over, repeated and taken back, and all that a canonical form writes in another way. */
const odd = `<?xml version="1.0" encoding="ISO-8859-1"?>
<?before the="root"?><!-- <DTE> -->
<Envio xmlns="http://www.sii.cl/SiiDte" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version='1.0'
       xsi:schemaLocation="http://www.sii.cl/SiiDte a.xsd" xml:lang="es"><?within a > b?>
  <Set b="2" ID="a" a='1 &gt; 0 "&apos;&#9;&#10;&#13;&lt;&amp;'>
    <DTE xmlns="http://www.sii.cl/SiiDte" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><!-- no --><Folio/>
      <Texto xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">ñ &lt;a&gt;<![CDATA[ <b> & ]]>&#13;"c"<?p?>d</Texto></DTE>
    <x:DTE xmlns:x="urn:x" xmlns:a="urn:a" x:k="v" a:k="w"><None xmlns=""><x:In/><Out xmlns="urn:x">z</Out></None></x:DTE>
    <DTE xmlns="urn:b?a=1&amp;b='2'"><Folio>\u00d1</Folio></DTE>
    <a.-_·></a.-_·>
  </Set><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><Reference URI=""/></SignedInfo></Signature>
</Envio>`

function everyElement (element: Element): Element[] {
  return [element, ...element.children.flatMap(everyElement)]
}

function textOf (node: XmlElement): string {
  return node.find('text()').map((text) => (text as XmlText).content).join('')
}

function withBoth (text: string, compare: (elements: Element[], nodes: XmlElement[]) => void): void {
  const bytes = Buffer.from(text, 'latin1')
  const { root, dispose } = parseXml(bytes)
  using document = XmlDocument.fromBuffer(bytes)
  compare(everyElement(root), document.root.find('//*') as XmlElement[])
  dispose()
}

describe('a document read from its canonical form', () => {
  it('has the elements, namespaces, attributes and texts that libxml2 has', () => {
    withBoth(odd, (elements, nodes) => {
      expect(elements.map(({ name, namespace, text }) => ({ name, namespace, text }))).toEqual(
        nodes.map((node) => ({ name: node.name, namespace: node.namespaceUri, text: textOf(node) }))
      )
      const valuesOf = (element: Element): string[] => [...element.attributes.values()].sort()
      expect(elements.map(valuesOf)).toEqual(nodes.map(({ attrs }) => attrs.map(({ value }) => value).sort()))
      expect([...first(elements).attributes.keys()].sort()).toEqual([
        'version', 'xsi:schemaLocation', '{http://www.w3.org/XML/1998/namespace}lang'
      ])
      expect([...defined(elements[5]).attributes.keys()].sort()).toEqual(['{urn:a}k', '{urn:x}k'])
    })
  })

  it('gives each element the canonical form of libxml2', () => {
    // In its place an element also inherits xml:lang, which the signed elements of the SII never have.
    withBoth(odd.replace(' xml:lang="es"', ''), (elements, nodes) => {
      for (const [index, element] of elements.entries()) {
        expect(canonicalIn(element, inheritedNamespaces(element))).toBe(defined(nodes[index]).canonicalizeToString())
      }
    })
  })

  it('gives the canonical form under other declarations as if the element were there', () => {
    const sii = 'http://www.sii.cl/SiiDte'
    const part = `<D ID="a"><T xmlns="${sii}">1</T></D>`
    const { root, dispose } = parseXml(Buffer.from(
      `<E xmlns="${sii}" xmlns:o="urn:o"><DTE xmlns="${sii}" xmlns:p="urn:p">${part}</DTE></E>`
    ))
    const dte = defined(child(root, 'DTE'))
    const signed = defined(child(dte, 'D'))
    expect(ownNamespaces(dte)).toEqual({ '': sii, p: 'urn:p' })
    expect(canonicalIn(signed, { '': sii, p: 'urn:p' })).toBe(`<D xmlns="${sii}" xmlns:p="urn:p" ID="a"><T>1</T></D>`)
    expect(canonicalIn(signed, {})).toBe(part)
    dispose()
  })

  it('omits a part', () => {
    const { root, dispose } = parseXml(Buffer.from('<a b="1"><c>&amp;</c> <Signature>x</Signature><d/></a>'))
    expect(canonicalWithout(root, defined(child(root, 'Signature')))).toBe('<a b="1"><c>&amp;</c> <d></d></a>')
    dispose()
  })

  it('is refused if a namespace has no scheme, which has no canonical form', () => {
    expect(() => parseXml(Buffer.from('<a xmlns="b"/>'))).toThrow(XmlRefused)
  })
})
