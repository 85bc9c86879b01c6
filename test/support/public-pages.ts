import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HTMLElement, type Node, NodeType, parse } from 'node-html-parser'

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

export interface Claim {
  /** The table's file, which is named like the page. */
  table: string
  section: string
  words: string
  file: string
  test: string
}

const claimsFolder = join(top, 'docs', 'claims')

/** What the pages say, and what proves it. */
export const claims: Claim[] = readdirSync(claimsFolder).flatMap((file) =>
  readRows(readFileSync(join(claimsFolder, file), 'utf8')).map((cells) => {
    const [section = '', words = '', proof = ''] = cells
    const [path = '', test = ''] = proof.split(' › ')
    return { table: file.replace(/\.md$/, ''), section, words, file: path, test }
  }),
)

function readRows(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*(---|section\s*\|)/.test(line))
    .map((line) =>
      line
        // A bar inside a cell is written \| as everywhere in Markdown.
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
}

/** The names of the tests in a file, as they stand there. */
export function testNames(file: string): string[] {
  const path = join(top, file)
  if (!/\.(test\.tsx?|spec\.ts)$/.test(file) || !existsSync(path)) return []
  const source = readFileSync(path, 'utf8')
  const named = source.matchAll(/\b(?:test|it)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g)
  return [...named].map(([, , name = '']) => name.replaceAll(/\\(.)/g, '$1'))
}
