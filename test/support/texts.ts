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
