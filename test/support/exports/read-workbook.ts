import { XMLParser } from 'fast-xml-parser'
import { unzipSync } from 'fflate'

/** A cell as it is stored: a number, or a text, with the code of its format. */
export interface ReadCell {
  value: string | number
  format: string
  isBold: boolean
}

export interface ReadSheet {
  name: string
  frozenRows: number
  /** Null for an empty cell. */
  rows: (ReadCell | null)[][]
}

type Node = Record<string, unknown>

const lists = new Set(['sheet', 'Relationship', 'row', 'c', 'xf', 'numFmt', 'font'])
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => lists.has(name),
})

const at = (node: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Node | undefined)?.[key], node)
const listAt = (node: unknown, ...path: string[]) => (at(node, ...path) ?? []) as Node[]

/** Reads a workbook strictly: it fails where a program would have to repair it. */
export function readWorkbook(bytes: Uint8Array): ReadSheet[] {
  const files = unzipSync(bytes)
  const part = (path: string) => {
    const file = files[path]
    if (!file) throw new Error(`${path} is missing`)
    return parser.parse(new TextDecoder('utf-8', { fatal: true }).decode(file)) as Node
  }
  const targets = new Map(
    listAt(part('xl/_rels/workbook.xml.rels'), 'Relationships', 'Relationship').map((each) => [
      each['@Id'],
      String(each['@Target']),
    ]),
  )
  const styles = readStyles(part('xl/styles.xml'))
  return listAt(part('xl/workbook.xml'), 'workbook', 'sheets', 'sheet').map((sheet) => {
    const worksheet = part(`xl/${targets.get(sheet['@id'])}`)['worksheet']
    return {
      name: String(sheet['@name']),
      frozenRows: Number(at(worksheet, 'sheetViews', 'sheetView', 'pane', '@ySplit') ?? 0),
      rows: listAt(worksheet, 'sheetData', 'row').map((row, index) => {
        if (row['@r'] !== String(index + 1)) throw new Error('a row is missing')
        return readRow(listAt(row, 'c'), styles)
      }),
    }
  })
}

/** The values alone, with null for empty cells. */
export function valuesOf({ rows }: ReadSheet): (string | number | null)[][] {
  return rows.map((row) => row.map((cell) => cell?.value ?? null))
}

/** The day of a date cell. */
export function dayOf(cell: ReadCell | null | undefined): string {
  if (cell?.format !== 'yyyy-mm-dd' || typeof cell.value !== 'number') throw new Error('not a date cell')
  return new Date(Date.UTC(1899, 11, 30) + cell.value * 86_400_000).toISOString().slice(0, 10)
}

type Style = Omit<ReadCell, 'value'>

function readStyles(part: Node): Style[] {
  const sheet = part['styleSheet']
  const codes = new Map([
    ['0', 'General'],
    ['49', '@'],
    ...listAt(sheet, 'numFmts', 'numFmt').map(
      (each) => [String(each['@numFmtId']), String(each['@formatCode'])] as const,
    ),
  ])
  const fonts = listAt(sheet, 'fonts', 'font')
  return listAt(sheet, 'cellXfs', 'xf').map((style) => ({
    format: codes.get(String(style['@numFmtId'])) ?? 'unknown',
    isBold: 'b' in (fonts[Number(style['@fontId'])] ?? {}),
  }))
}

function readRow(cells: readonly Node[], styles: readonly Style[]): (ReadCell | null)[] {
  const row: (ReadCell | null)[] = []
  for (const cell of cells) {
    const column = columnOf(String(cell['@r']))
    const style = styles[Number(cell['@s'])]
    if (!style) throw new Error('a cell has a style that is not there')
    if ('f' in cell) throw new Error('a cell has a formula')
    while (row.length < column - 1) row.push(null)
    row.push({ ...style, value: cell['@t'] === 'inlineStr' ? textOf(cell) : Number(cell['v']) })
  }
  return row
}

/** "AB7" is 28. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

function textOf(cell: Node): string {
  const text = at(cell, 'is', 't', '#text')
  return (typeof text === 'string' ? text : '').replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
