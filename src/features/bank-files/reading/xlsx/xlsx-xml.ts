import { XMLParser } from 'fast-xml-parser'
import { UnreadableBankFile } from '../unreadable-bank-file.ts'

export type XmlNode = Record<string, unknown>

const repeated = new Set(['sheet', 'Relationship', 'si', 'r', 'row', 'c', 'xf', 'numFmt'])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => repeated.has(name),
})

export function parseXml(text: string): XmlNode {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new UnreadableBankFile(
      'This workbook has a document type definition. Workbooks have none, so it is not read.',
    )
  try {
    return asNode(parser.parse(text))
  } catch {
    throw new UnreadableBankFile('This workbook is damaged. Please save it again in Excel.')
  }
}

export const asNode = (value: unknown): XmlNode =>
  typeof value === 'object' && value !== null ? (value as XmlNode) : {}

export const nodes = (value: unknown): XmlNode[] => (Array.isArray(value) ? value.map(asNode) : [])

export const attribute = (node: XmlNode, name: string): string => {
  const value = node[`@${name}`]
  return typeof value === 'string' ? value : ''
}

/** The text of an element, which is an object if the element has attributes. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const inner = asNode(value)['#text']
  return typeof inner === 'string' ? inner : ''
}
