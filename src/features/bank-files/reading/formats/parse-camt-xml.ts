import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { UnreadableBankFile } from '../unreadable-bank-file.ts'
import { textOf, type XmlNode } from './camt-nodes.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  jPath: false,
})

export interface CamtXml {
  /** The document, in which each entry is only its number. */
  root: XmlNode
  /** The entry that has this number. */
  entryOf: (numbered: XmlNode) => XmlNode
}

/** Parses a document. Its entries are parsed one at a time: the tree of all of them takes thirty times their size. */
export function parseCamtXml(text: string): CamtXml {
  const valid = XMLValidator.validate(text)
  if (valid !== true)
    throw new UnreadableBankFile(
      `This XML file is damaged or cut off at line ${valid.err.line}. Please download it again.`,
    )
  const entries: string[] = []
  const rest = text.replaceAll(
    /<((?:[\w.-]+:)?Ntry)(?:\s[^<>]*)?>[\s\S]*?<\/\1\s*>/g,
    (entry, name: string) => {
      entries.push(entry)
      return `<${name}>${entries.length}</${name}>`
    },
  )
  return {
    root: parse(rest),
    entryOf: (numbered) => {
      const parsed = parse(entries[Number(textOf(numbered)) - 1] ?? '<Ntry/>')
      return typeof parsed === 'object' && !Array.isArray(parsed) ? (parsed['Ntry'] ?? '') : ''
    },
  }
}

function parse(text: string): XmlNode {
  try {
    return parser.parse(text) as XmlNode
  } catch {
    throw new UnreadableBankFile('This XML file is damaged. Please download it again.')
  }
}
