import { zipSync } from 'fflate'
import { escapeXml, utf8 } from '../formats/bookings.ts'

export type Cell = string | number | { date: string } | { formula: string; value: number } | boolean | null

const dayLength = 86_400_000
const serialOf = (iso: string, isFrom1904: boolean) =>
  (Date.parse(iso) - (isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30))) / dayLength

const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCodePoint(65 + (index % 26))

export interface WorkbookOptions {
  isFrom1904?: boolean
  /** Texts in the cells instead of a common list. */
  isInline?: boolean
  /** Dates as bare numbers. */
  hasNoStyles?: boolean
  /** Sheets before the one with the table. */
  before?: Cell[][][]
}

/** A workbook as Excel writes it, with the parts that a reader needs. */
export function makeWorkbook(rows: Cell[][], options: WorkbookOptions = {}): Uint8Array {
  const strings: string[] = []
  const cellXml = (cell: Cell, reference: string): string => {
    if (cell === null || cell === '') return ''
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
    if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`
    if (typeof cell === 'object' && 'date' in cell)
      return `<c r="${reference}" s="${options.hasNoStyles ? 0 : 1}"><v>${serialOf(cell.date, options.isFrom1904 ?? false)}</v></c>`
    if (typeof cell === 'object') return `<c r="${reference}"><f>${cell.formula}</f><v>${cell.value}</v></c>`
    if (options.isInline) return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`
    return `<c r="${reference}" t="s"><v>${strings.push(cell) - 1}</v></c>`
  }
  const sheetXml = (table: Cell[][]) =>
    `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${table
      .map(
        (row, n) =>
          `<row r="${n + 1}">${row.map((cell, at) => cellXml(cell, `${letters(at)}${n + 1}`)).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`
  const sheets = [...(options.before ?? []), rows].map(sheetXml)
  const ids = sheets.map((_, n) => n + 1)
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zipSync({
    'xl/workbook.xml': utf8(
      `<workbook xmlns:r="${relation}"><workbookPr${options.isFrom1904 ? ' date1904="1"' : ''}/><sheets>${ids.map((id) => `<sheet name="S${id}" sheetId="${id}" r:id="rId${id}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': utf8(
      `<Relationships>${ids.map((id) => `<Relationship Id="rId${id}" Type="${relation}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join('')}</Relationships>`,
    ),
    'xl/styles.xml': utf8(
      '<styleSheet><numFmts count="1"><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    ),
    'xl/sharedStrings.xml': utf8(
      `<sst>${strings.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ),
    ...Object.fromEntries(sheets.map((xml, n) => [`xl/worksheets/sheet${n + 1}.xml`, utf8(xml)])),
  })
}
