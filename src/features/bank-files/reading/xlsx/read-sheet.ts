import { richText, type Workbook } from './open-workbook.ts'
import { dayOfSerial, numberText } from './xlsx-dates.ts'
import { asNode, attribute, nodes, parseXml, textOf, type XmlNode } from './xlsx-xml.ts'

const rowsAtATime = 500
const maxColumn = 2001
/** A row number further away than this is no gap but an error. */
const maxGap = 1000

/** The cells of a sheet as texts. Rows are parsed in parts, so that a large sheet does not fill the memory. */
export function readSheet(xml: string, workbook: Workbook): string[][] {
  const rows: string[][] = []
  for (const part of rowParts(xml)) {
    for (const row of nodes(asNode(parseXml(`<rows>${part}</rows>`)['rows'])['row'])) {
      const number = Number(attribute(row, 'r'))
      if (number - rows.length <= maxGap) while (rows.length < number - 1) rows.push([''])
      rows.push(readRow(row, workbook))
    }
  }
  return rows
}

function* rowParts(xml: string): Generator<string> {
  const end = /<\/(?:\w+:)?row>/.exec(xml)?.[0]
  if (end === undefined) return
  const start = end.replace('/', '').slice(0, -1)
  let from = xml.indexOf(start)
  while (from >= 0) {
    let to = from
    for (let n = 0; n < rowsAtATime; n++) {
      const next = xml.indexOf(end, to)
      if (next < 0) break
      to = next + end.length
    }
    if (to === from) return
    yield xml.slice(from, to)
    from = xml.indexOf(start, to)
  }
}

function readRow(row: XmlNode, workbook: Workbook): string[] {
  const cells: string[] = []
  for (const cell of nodes(row['c'])) {
    const column = columnOf(attribute(cell, 'r')) ?? cells.length
    if (column >= maxColumn) {
      cells.length = maxColumn
      break
    }
    cells[column] = cellText(cell, workbook)
  }
  return Array.from(cells, (cell) => cell ?? '')
}

/** "C7" is 2. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** What a cell shows. A formula counts with the value that was stored for it. */
function cellText(cell: XmlNode, { strings, dateStyles, isFrom1904 }: Workbook): string {
  const value = textOf(cell['v'])
  switch (attribute(cell, 't')) {
    case 's':
      return strings[Number(value)] ?? ''
    case 'inlineStr':
      return richText(asNode(typeof cell['is'] === 'string' ? { t: cell['is'] } : cell['is']))
    case 'b':
      return value === '1' ? 'TRUE' : value === '' ? '' : 'FALSE'
    case 'e':
      return ''
    case 'str':
    case 'd':
      return value
    default: {
      if (value === '') return ''
      const isDate = dateStyles[Number(attribute(cell, 's') || '0')] ?? false
      return (isDate ? dayOfSerial(Number(value), isFrom1904) : null) ?? numberText(value)
    }
  }
}
