import { posix } from 'node:path'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import type { Archive } from './archive.ts'
import { attributeOf, readXml, type XmlHandlers } from './xml-scan.ts'

/** The sheet with the documents of a workbook, and what is needed to read it. */
export interface Workbook {
  sheetPart: string
  sharedStringsPart: string | undefined
  stylesPart: string | undefined
  /** Days count from 1904-01-01 (workbooks created on old Macintoshes). */
  from1904: boolean
}

const mebibyte = 1024 * 1024
const partLimit = 4 * mebibyte
const wantedSheet = 'documentos'
// Excel's names have 31 characters.
const longestShownName = 100
// Sheets and relations of a workbook; each sheet has a relation.
const maxListed = 2000

interface Relation { id: string, type: string, target: string }
interface Sheet { name: string, relationId: string, isHidden: boolean }

/**
 * Finds the visible sheet named Documentos, or the only visible one. Throws BULK_FILE_UNSUPPORTED,
 * BULK_FILE_HAS_MACROS, BULK_SHEET_NOT_FOUND.
 */
export async function openWorkbook (archive: Archive): Promise<Workbook> {
  await refuseOtherKinds(archive)
  const [main] = (await readRelations(archive, '_rels/.rels')).filter(({ type }) => type.endsWith('/officeDocument'))
  if (!main) throw new ServiceError('BULK_FILE_UNSUPPORTED')
  const part = partName('', main.target)
  const { sheets, from1904 } = await readSheets(archive, part)
  const folder = posix.dirname(part)
  const relations = await readRelations(archive, `${folder}/_rels/${posix.basename(part)}.rels`)
  const sheet = chooseSheet(sheets)
  const target = relations.find(({ id, type }) => id === sheet.relationId && type.endsWith('/worksheet'))?.target
  if (target === undefined) throw new ServiceError('BULK_FILE_MALFORMED')
  const partOf = (kind: string): string | undefined => {
    const found = relations.find(({ type }) => type.endsWith(`/${kind}`))
    return found && partName(folder, found.target)
  }
  return {
    sheetPart: partName(folder, target), sharedStringsPart: partOf('sharedStrings'), stylesPart: partOf('styles'),
    from1904
  }
}

/** Refuses zips that are not .xlsx: workbooks with macros, binary ones, and those of other programs. */
async function refuseOtherKinds (archive: Archive): Promise<void> {
  if (!archive.names.includes('[Content_Types].xml')) throw new ServiceError('BULK_FILE_UNSUPPORTED')
  const types = new Set<string>()
  await read(archive, '[Content_Types].xml', {
    open: (_name, attributes) => {
      types.add((attributes['ContentType'] ?? '').toLowerCase())
    }
  })
  const has = (words: string): boolean => Array.from(types).some((type) => type.includes(words))
  if (has('.sheet.binary.')) throw new ServiceError('BULK_FILE_UNSUPPORTED')
  if (has('macroenabled') || has('vbaproject') || archive.names.some((name) => /vbaproject\.bin$/i.test(name))) {
    throw new ServiceError('BULK_FILE_HAS_MACROS')
  }
  if (!has('spreadsheetml.sheet.main+xml') && !has('spreadsheetml.template.main+xml')) {
    throw new ServiceError('BULK_FILE_UNSUPPORTED')
  }
}

async function readRelations (archive: Archive, part: string): Promise<Relation[]> {
  const relations: Relation[] = []
  await read(archive, part, {
    open: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (name === 'Relationship' && mode !== 'External') relations.push({ id, type, target })
      if (relations.length > maxListed) throw new ServiceError('BULK_FILE_TOO_LARGE')
    }
  })
  return relations
}

async function readSheets (archive: Archive, part: string): Promise<{ sheets: Sheet[], from1904: boolean }> {
  const sheets: Sheet[] = []
  let from1904 = false
  await read(archive, part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name === 'sheet') {
        sheets.push({
          name: attributes['name'] ?? '', relationId: attributeOf(attributes, 'id') ?? '',
          isHidden: (attributes['state'] ?? 'visible') !== 'visible'
        })
      }
      if (sheets.length > maxListed) throw new ServiceError('BULK_FILE_TOO_LARGE')
    }
  })
  return { sheets, from1904 }
}

function chooseSheet (sheets: Sheet[]): Sheet {
  const isNamed = ({ name }: Sheet): boolean => name.trim().toLowerCase() === wantedSheet
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const chosen = visible.find(isNamed) ?? (visible.length === 1 && !sheets.some(isNamed) ? visible[0] : undefined)
  if (chosen) return chosen
  const names = (hidden: string): string =>
    sheets.slice(0, 20).map(({ name, isHidden }) => `"${name.slice(0, longestShownName)}"${isHidden ? hidden : ''}`)
      .join(', ')
  throw new ServiceError('BULK_SHEET_NOT_FOUND', {
    problems: [
      problemAt('', {
        en: `Name the sheet that holds the documents "Documentos"; the workbook has ${names(' (hidden)')}`,
        es: `Llame "Documentos" a la hoja que contiene los documentos; el libro tiene ${names(' (oculta)')}`
      })
    ]
  })
}

async function read (archive: Archive, part: string, handlers: Partial<XmlHandlers>): Promise<void> {
  const chunks = archive.open(part, partLimit)
  if (!chunks) throw new ServiceError('BULK_FILE_MALFORMED')
  await readXml(chunks, { open: () => {}, text: () => {}, close: () => {}, ...handlers })
}

/** The name of a part in the zip, from a target that is absolute or relative to a folder (ECMA-376, part 2, 6.2). */
function partName (folder: string, target: string): string {
  return posix.normalize(target.startsWith('/') ? target.slice(1) : posix.join(folder, target))
}
