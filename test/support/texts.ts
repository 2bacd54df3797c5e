import fc from 'fast-check'

const latin1Character = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code < 0x7f || code > 0x9f).map((code) =>
  String.fromCharCode(code)
)
const troublesome = fc.constantFrom(
  '&', '<', '>', '"', "'", ']]>', '&amp;', '&#13;', '&apos;', '<!--', '-->', '<![CDATA[', '<?x?>', '$&', '\\', '  '
)

/** Texts that ISO-8859-1 can hold, rich in what XML treats with care; never blank at an end. */
export const latin1Text = ({ maxLength = 30 } = {}): fc.Arbitrary<string> =>
  fc.array(fc.oneof({ weight: 2, arbitrary: latin1Character }, { weight: 1, arbitrary: troublesome }), { maxLength })
    .map((parts) => parts.join('').slice(0, maxLength).trim())

const firstSurrogate = 0xd800
const surrogates = 0x800

/**
 * Any character but half a surrogate pair, as the unit of texts. fast-check's own unit `binary` is the same and costs a
 * second in each process: it looks characters up in a list of all of them.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - surrogates).map(
  (number) => String.fromCodePoint(number < firstSurrogate ? number : number + surrogates),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined
    if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('That is not one character')
    if (code < firstSurrogate) return code
    if (code < firstSurrogate + surrogates) throw new Error('That is half a pair')
    return code - surrogates
  }
)
