import { type Token, type Tokens, lexer } from 'marked'
import { type FactName, factNames } from '../../shared/installation.ts'
import type { Block, Inline, Prose, Section } from '../../web/prose/prose.ts'

const heads = /^---\n([\s\S]*?)\n---\n/
const ownId = /\s*\{#([a-z0-9-]+)\}$/
const pictureAddress = /^picture:([a-z0-9-]+)$/

/**
 * Parses the Markdown of the site and throws on anything that it does not support. Beyond standard Markdown:
 * `## Heading {#id}` sets the id of a section, `![alt text](picture:name)` on its own line is a screenshot of
 * the product, a quotation is a note, and `{operator}` is a fact about the installation.
 */
export function parseProse(markdown: string): Prose {
  const about = readHead(heads.exec(markdown)?.[1] ?? '')
  const opening: Block[] = []
  const sections: Section[] = []
  let blocks = opening
  for (const token of lexer(markdown.replace(heads, ''))) {
    if (token.type === 'heading') {
      const section = readHeading(token as Tokens.Heading)
      if (sections.some(({ id }) => id === section.id))
        throw new Error(`Two sections are called #${section.id}.`)
      blocks = []
      sections.push({ ...section, blocks })
    } else {
      blocks.push(...readBlock(token))
    }
  }
  return { about, opening, sections }
}

function readHead(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^(\w+):\s*(.+)$/.exec(line) ?? []
      return name && value ? [[name, value.trim()]] : []
    }),
  )
}

function readHeading({ depth, text }: Tokens.Heading): Omit<Section, 'blocks'> {
  if (depth !== 2 && depth !== 3) throw new Error(`"${text}" is neither a second nor a third heading.`)
  const heading = text.replace(ownId, '')
  const id = ownId.exec(text)?.[1] ?? asId(heading)
  return { id, level: depth, heading }
}

function asId(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

function readBlock(token: Token): Block[] {
  switch (token.type) {
    case 'space':
      return []
    case 'paragraph':
    // An item of a list without blank lines.
    case 'text':
      return [readParagraph(token.tokens ?? [])]
    case 'list':
      return [
        {
          kind: 'list',
          isNumbered: Boolean(token['ordered']),
          items: (token['items'] as Tokens.ListItem[]).map(({ tokens }) => tokens.flatMap(readBlock)),
        },
      ]
    case 'blockquote':
      return [{ kind: 'note', blocks: (token.tokens ?? []).flatMap(readBlock) }]
    case 'code':
      return [{ kind: 'code', text: (token as Tokens.Code).text }]
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => tokens.flatMap(readInline))
      return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }]
    }
    default:
      throw new Error(`A text cannot hold a ${token.type}: ${token.raw}`)
  }
}

function readParagraph(tokens: readonly Token[]): Block {
  const [only] = tokens
  if (tokens.length === 1 && only?.type === 'image') {
    const { href, text } = only as Tokens.Image
    const name = pictureAddress.exec(href)?.[1]
    if (!name || !text) throw new Error(`A picture needs words and a name: ${only.raw}`)
    return { kind: 'picture', name, alt: text }
  }
  return { kind: 'paragraph', content: tokens.flatMap(readInline) }
}

function readInline(token: Token): Inline[] {
  switch (token.type) {
    case 'text':
    case 'escape':
      return splitFacts(token['text'] as string)
    case 'br':
      return ['\n']
    case 'strong':
      return [{ kind: 'strong', content: (token.tokens ?? []).flatMap(readInline) }]
    case 'em':
      return [{ kind: 'emphasis', content: (token.tokens ?? []).flatMap(readInline) }]
    case 'codespan':
      return [{ kind: 'code', text: token['text'] as string }]
    case 'link':
      return [
        { kind: 'link', to: (token as Tokens.Link).href, content: (token.tokens ?? []).flatMap(readInline) },
      ]
    default:
      throw new Error(`A line cannot hold a ${token.type}: ${token.raw}`)
  }
}

function splitFacts(text: string): Inline[] {
  return text
    .replaceAll('\n', ' ')
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (!name) return part
      if (!factNames.includes(name as FactName)) throw new Error(`Nobody knows ${part}.`)
      return { kind: 'fact', name: name as FactName }
    })
}
