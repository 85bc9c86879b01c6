import { openZip } from '../open-zip.ts'
import { UnreadableBankFile } from '../unreadable-bank-file.ts'
import { isDateFormat } from './xlsx-dates.ts'
import { asNode, attribute, nodes, parseXml, textOf, type XmlNode } from './xlsx-xml.ts'

export interface Workbook {
  /** The texts of the sheets' XML, visible sheets first. They are unpacked when asked for. */
  sheets: (() => string)[]
  strings: string[]
  /** For each style of cells, whether it shows dates. */
  dateStyles: boolean[]
  isFrom1904: boolean
}

const isHidden = (sheet: XmlNode) => Number(!['', 'visible'].includes(attribute(sheet, 'state')))

export function openWorkbook(bytes: Uint8Array): Workbook {
  const entries = new Map(openZip(bytes).map((entry) => [entry.name.toLowerCase(), entry]))
  const part = (path: string): string | null => {
    const entry = entries.get(path.toLowerCase())
    return entry ? new TextDecoder().decode(entry.read()) : null
  }
  const workbook = asNode(parseXml(part('xl/workbook.xml') ?? '')['workbook'])
  const targets = new Map(
    nodes(asNode(parseXml(part('xl/_rels/workbook.xml.rels') ?? '')['Relationships'])['Relationship']).map(
      (each) => [attribute(each, 'Id'), attribute(each, 'Target').replace(/^\/?(xl\/)?/, 'xl/')],
    ),
  )
  const sheets = nodes(asNode(workbook['sheets'])['sheet'])

  return {
    sheets: sheets
      .toSorted((a, b) => isHidden(a) - isHidden(b))
      .map((sheet) => () => {
        const text = part(targets.get(attribute(sheet, 'id')) ?? '')
        if (text === null)
          throw new UnreadableBankFile('This workbook is damaged. Please save it again in Excel.')
        return text
      }),
    strings: readStrings(part('xl/sharedStrings.xml')),
    dateStyles: readDateStyles(part('xl/styles.xml')),
    isFrom1904: /^(1|true)$/i.test(attribute(asNode(workbook['workbookPr']), 'date1904')),
  }
}

function readStrings(text: string | null): string[] {
  return text === null ? [] : nodes(asNode(parseXml(text)['sst'])['si']).map(richText)
}

/** A text, or the parts of one with several fonts. Phonetic hints are left out. */
export function richText(node: XmlNode): string {
  const parts = nodes(node['r'])
  return parts.length > 0 ? parts.map((part) => textOf(part['t'])).join('') : textOf(node['t'])
}

function readDateStyles(text: string | null): boolean[] {
  if (text === null) return []
  const sheet = asNode(parseXml(text)['styleSheet'])
  const codes = new Map(
    nodes(asNode(sheet['numFmts'])['numFmt']).map((each) => [
      attribute(each, 'numFmtId'),
      attribute(each, 'formatCode'),
    ]),
  )
  return nodes(asNode(sheet['cellXfs'])['xf']).map((style) => {
    const id = attribute(style, 'numFmtId')
    return isDateFormat(Number(id), codes.get(id))
  })
}
