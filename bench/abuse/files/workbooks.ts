import { between, magnitude, pick, type Random } from '../../random.ts'
import { xmlBomb } from './xml-bombs.ts'
import { zip, type Ending, type Entry, type Repeated } from './zip.ts'

export interface HostileFile { name: string, bytes: Buffer }

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`

const heading = ['Documento', 'Tipo', 'Ítem', 'Cantidad', 'Precio unitario']
const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const headingRow = `<row>${heading.map(inline).join('')}</row>`

type PartName = 'types' | 'packageRelations' | 'workbook' | 'workbookRelations' | 'strings' | 'styles' | 'sheet'

/** The inside of each part of a workbook; anything may stand in it. */
function partsOf (inside: Partial<Record<PartName, Repeated>>): Entry[] {
  const part = (name: string, open: string, key: PartName, usual: string, close: string): Entry => ({
    name, content: [open, usual, ...inside[key] ?? [], close]
  })
  return [
    part(
      '[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">', 'types',
      `<Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>`, '</Types>'
    ),
    part(
      '_rels/.rels', `<Relationships xmlns="${packageRelations}">`, 'packageRelations',
      relation('r1', 'officeDocument', 'xl/workbook.xml'), '</Relationships>'
    ),
    part(
      'xl/workbook.xml', `<workbook xmlns="${main}" xmlns:r="${relations}">`, 'workbook',
      '<sheets><sheet name="Documentos" sheetId="1" r:id="s1"/></sheets>', '</workbook>'
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packageRelations}">`,
      'workbookRelations',
      relation('s1', 'worksheet', 'worksheets/sheet1.xml') + relation('a', 'sharedStrings', 'sharedStrings.xml') +
        relation('b', 'styles', 'styles.xml'),
      '</Relationships>'
    ),
    part('xl/sharedStrings.xml', `<sst xmlns="${main}">`, 'strings', '', '</sst>'),
    part('xl/styles.xml', `<styleSheet xmlns="${main}"><cellXfs>`, 'styles', '<xf/>', '</cellXfs></styleSheet>'),
    part(
      'xl/worksheets/sheet1.xml', `<worksheet xmlns="${main}"><sheetData>${headingRow}`, 'sheet', '',
      '</sheetData></worksheet>'
    )
  ]
}

const mebibyte = 1024 * 1024

/** A workbook of some kilobytes with something enormous in one of its parts, mostly in the sheet. */
export function workbookBomb (index: number, random: Random): HostileFile {
  const { name, content } = xmlBomb(index, random)
  const part = pick(
    random,
    [
      'sheet', 'sheet', 'sheet', 'strings', 'styles', 'workbook', 'workbookRelations', 'types', 'packageRelations'
    ] as const
  )
  return { name: `${name} in ${part}`, bytes: zip(partsOf({ [part]: content })) }
}

type Recipe = (random: Random) => { entries: Entry[], ending?: Ending }

const good = (): Entry[] => partsOf({ sheet: [`<row>${['X-1', '33', 'Clavo', '1', '10'].map(inline).join('')}</row>`] })
const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index))
const large = 4_000_000_000
const parts = (inside: Parameters<typeof partsOf>[0]): { entries: Entry[] } => ({ entries: partsOf(inside) })
const withMore = (count: number, make: (index: number) => Entry): { entries: Entry[] } =>
  ({ entries: [...good(), ...times(count, make)] })

/** Strange archives and many lawful things in them. */
const archives: readonly [[string, Recipe], ...[string, Recipe][]] = [
  ['shared strings', (random) => parts({ strings: [['<si><t>x</t></si>', magnitude(random, 100_000, 5_000_000)]] })],
  ['long strings in every cell', (random) => parts({
    strings: [`<si><t>${'x'.repeat(mebibyte)}</t></si>`],
    sheet: [['<row><c t="s"><v>0</v></c></row>', magnitude(random, 1000, 90_000)]]
  })],
  ['runs of a string', (random) =>
    parts({ strings: ['<si>', ['<r><t>x</t></r>', magnitude(random, 10_000, 4_000_000)], '</si>'] })],
  ['number formats', (random) => parts({
    styles: [
      `</cellXfs><numFmts><numFmt numFmtId="170" formatCode="${
        '&quot;'.repeat(between(random, 1000, 400_000))}"/></numFmts><cellXfs>`,
      ['<xf numFmtId="170"/>', between(random, 10, 4000)]
    ]
  })],
  ['relations', (random) =>
    parts({ workbookRelations: [[relation('z', 'worksheet', 'x.xml'), magnitude(random, 1000, 30_000)]] })],
  ['sheets', (random) => parts({
    workbook: ['<sheets>', ['<sheet name="Otra" sheetId="2" r:id="s2"/>', magnitude(random, 1000, 90_000)], '</sheets>']
  })],
  ['entries', (random) =>
    withMore(between(random, 1500, 60_000), (index) => ({ name: `x/${index}`, content: '', stored: true }))],
  ['long names', (random) =>
    withMore(between(random, 10, 200), (index) => ({ name: 'n'.repeat(60_000) + index, content: '', stored: true }))],
  ['a directory that lies', (random) => ({
    entries: good(),
    ending: pick<Ending>(random, [
      { entries: between(random, 8, 65_535) }, { entries: 3 }, { directoryOffset: between(random, 0, large) },
      { directorySize: between(random, 0, large) }, { comment: Buffer.alloc(between(random, 1, 65_535), 'PK\x05\x06') }
    ])
  })],
  ['a header that lies', (random) => {
    const liar = between(random, 0, 6)
    const claims = pick<NonNullable<Entry['claims']>>(random, [
      { inflated: between(random, 0, 50) }, { inflated: between(random, 10_000, large) },
      { compressed: between(random, 0, 100_000) }, { crc: between(random, 0, large) },
      { method: between(random, 0, 99) }, { flags: between(random, 0, 65_535) },
      { localName: '../../x' }, { offset: between(random, 0, 3000) }
    ])
    return { entries: good().map((entry, at) => at === liar ? { ...entry, claims } : entry) }
  }],
  ['archives in it', (random) => withMore(1, () => ({
    name: 'xl/media/x.zip',
    content: zip(times(between(random, 2, 50), (index) => ({ name: `${index}`, content: [['a', mebibyte]] })))
  }))],
  ['more inflated than said', (random) => ({
    entries: partsOf({ sheet: [['<row><c><v>1</v></c></row>', between(random, 100_000, 900_000)]] })
      .map((entry, at) => at === 6 ? { ...entry, claims: { inflated: 90 * mebibyte } } : entry)
  })],
  ['another encoding', (random) => {
    const odd = between(random, 0, 6)
    const content = pick(random, [Buffer.from('\uFEFF<a/>', 'utf16le'), Buffer.alloc(between(random, 1, 100_000), 0xff)])
    return { entries: good().map((entry, at) => at === odd ? { ...entry, content } : entry) }
  }]
]

export function strangeArchive (index: number, random: Random): HostileFile {
  const [name, recipe] = archives[index % archives.length] ?? archives[0]
  const { entries, ending } = recipe(random)
  return { name, bytes: zip(entries, ending) }
}
