import { HTMLElement, type Node, NodeType, parse } from 'node-html-parser'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type NamedTest, readNamedTest, readRows } from './named-tests.ts'

const top = resolve(import.meta.dirname, '..', '..')
const built = join(top, 'dist', 'web')

export interface PublicPage {
  path: string
  title: string
  /** Of the file, which is also that of its picture for other sites. */
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

/** Everything else is read as what it holds, also what is there for browsers without script. */
const notRead = { script: true, style: true }

export const patterns = pages.map(({ pattern }) => pattern)

/** Every page that the build has rendered, as it is sent to a browser without script. */
export const publicPages: PublicPage[] = pages.flatMap(({ pattern, file, title }) => {
  if (file === null) return []
  const document = parse(readFileSync(join(built, file), 'utf8'), { blockTextElements: notRead })
  const main = document.querySelector('main')
  if (!main) throw new Error(`${pattern} was rendered without a main part.`)
  return [{ path: pattern, title, name: file.replace(/^pages\/|\.html$/g, ''), document, main }]
})

export const isBuilt = (file: string) => existsSync(join(built, file))

const inline = new Set(['A', 'B', 'CODE', 'EM', 'I', 'KBD', 'MARK', 'STRONG', 'SUP', 'TIME'])

/** As somebody reads it, on one line; without what stands in elements of this kind. */
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
  /** The table's file, which is named like the page. */
  table: string
  section: string
  words: string
}

const claimsFolder = join(top, 'docs', 'claims')

/** What the pages say, and what proves it. */
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
