import { HTMLElement, type Node, NodeType, parse } from 'node-html-parser'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type NamedTest, readNamedTest, readRows } from './named-tests.ts'

const top = resolve(import.meta.dirname, '..', '..')
const built = join(top, 'dist', 'web')

export interface PublicPage {
  path: string
  title: string
  /** The name of the HTML file, and of the page's preview image. */
  name: string
  document: HTMLElement
  main: HTMLElement
}

interface Route {
  pattern: string
  file: string | null
  title: string
}

const { pages } = JSON.parse(readFileSync(join(built, 'routes.json'), 'utf8')) as { pages: Route[] }

/** Elements whose content is ignored. All others are parsed, including those for browsers without scripts. */
const notRead = { script: true, style: true }

export const patterns = pages.map(({ pattern }) => pattern)

/** Every pre-rendered page, as a browser without scripts receives it. */
export const publicPages: PublicPage[] = pages.flatMap(({ pattern, file, title }) => {
  if (file === null) return []
  const document = parse(readFileSync(join(built, file), 'utf8'), { blockTextElements: notRead })
  const main = document.querySelector('main')
  if (!main) throw new Error(`${pattern} was rendered without a main part.`)
  return [{ path: pattern, title, name: file.replace(/^pages\/|\.html$/g, ''), document, main }]
})

export const isBuilt = (file: string) => existsSync(join(built, file))

const inline = new Set(['A', 'B', 'CODE', 'EM', 'I', 'KBD', 'MARK', 'STRONG', 'SUP', 'TIME'])

/** Returns the text of an element as a reader sees it, on one line, without elements of this kind. */
export function textOf(element: HTMLElement, without?: string): string {
  const read = (node: Node): string => {
    if (node.nodeType === NodeType.TEXT_NODE) return node.text
    if (!(node instanceof HTMLElement) || node.tagName === without) return ''
    const words = node.childNodes.map(read).join('')
    return inline.has(node.tagName) ? words : ` ${words} `
  }
  return read(element).replaceAll(/\s+/g, ' ').trim()
}

export interface Claim extends NamedTest {
  /** The name of the table's file, which is that of the page. */
  table: string
  section: string
  words: string
}

const claimsFolder = join(top, 'docs', 'claims')

/** The claims that the pages make, and what proves each. */
export const claims: Claim[] = readdirSync(claimsFolder).flatMap((file) =>
  readRows(readFileSync(join(claimsFolder, file), 'utf8'))
    .filter(([section]) => section !== 'section')
    .map(([section = '', words = '', proof = '']) => ({
      table: file.replace(/\.md$/, ''),
      section,
      words,
      ...readNamedTest(proof),
    })),
)
