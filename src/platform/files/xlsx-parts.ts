import { escapeXml } from './xlsx-xml.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Every part is a worksheet unless named here, so that this part can come first, before the sheets are counted. */
export const contentTypes = `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`

export const packageRelations = relationsXml([
  { id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' },
])

function relationsXml(list: readonly { id: string; type: string; target: string }[]): string {
  const items = list.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`,
  )
  return `${head}<Relationships xmlns="${packages}/relationships">${items.join('')}</Relationships>`
}

export const sheetPath = (number: number) => `worksheets/sheet${number}.xml`

export function workbookXml(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`
}

export function workbookRelations(sheetCount: number): string {
  return relationsXml([
    ...Array.from({ length: sheetCount }, (_, index) => ({
      id: `rId${index + 1}`,
      type: 'worksheet',
      target: sheetPath(index + 1),
    })),
    { id: `rId${sheetCount + 1}`, type: 'styles', target: 'styles.xml' },
  ])
}

/** The beginning of a sheet, up to its rows. The first rows stay in view. */
export function sheetHead(frozenRows: number, widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const pane = `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>`
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`
}

export const sheetEnd = '</sheetData></worksheet>'

const fontXml = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`

/** Formats that Excel has a number for. */
const builtIn = new Map([
  ['General', 0],
  ['@', 49],
])
const firstOwnFormat = 164

/** The styles of the cells written so far, each with its number. */
export function createStyles() {
  const formats = new Map(builtIn)
  const styles = new Map<string, { number: number; xml: string }>()
  const ofFormat = (format: string, isBold: boolean): number => {
    const key = `${isBold ? 'bold' : 'plain'} ${format}`
    let style = styles.get(key)
    if (!style) {
      const id = formats.get(format) ?? firstOwnFormat + formats.size - builtIn.size
      formats.set(format, id)
      const xml = `<xf numFmtId="${id}" fontId="${isBold ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
      style = { number: styles.size, xml }
      styles.set(key, style)
    }
    return style.number
  }
  // The first style is that of cells which name none.
  ofFormat('General', false)
  const xml = () => {
    const own = [...formats]
      .filter(([, id]) => id >= firstOwnFormat)
      .map(([code, id]) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`)
    const cells = [...styles.values()].map((style) => style.xml)
    return [
      `${head}<styleSheet xmlns="${main}">`,
      own.length > 0 ? `<numFmts count="${own.length}">${own.join('')}</numFmts>` : '',
      `<fonts count="2">${fontXml('')}${fontXml('<b/>')}</fonts>`,
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>`,
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
    ].join('')
  }
  return { ofFormat, xml }
}

export type Styles = ReturnType<typeof createStyles>
