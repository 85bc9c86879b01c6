import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const top = resolve(import.meta.dirname, '..', '..')

export interface NamedTest {
  file: string
  test: string
}

/** Parses a test as documents name it: its file, ›, and its title. */
export function readNamedTest(text: string): NamedTest {
  const [file = '', test = ''] = text.split(' › ')
  return { file, test }
}

const known = new Map<string, readonly string[]>()

export function isThere({ file, test }: NamedTest): boolean {
  let names = known.get(file)
  if (!names) known.set(file, (names = testNames(file)))
  return names.includes(test)
}

/** Returns the titles of the tests in a file, as they are written. */
function testNames(file: string): string[] {
  const path = join(top, file)
  if (!/\.(test\.tsx?|spec\.ts)$/.test(file) || !existsSync(path)) return []
  const source = readFileSync(path, 'utf8')
  const named = source.matchAll(/\b(?:test|it)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g)
  return [...named].map(([, , name = '']) => name.replaceAll(/\\(.)/g, '$1'))
}

/** Returns the cells of the tables in a text, row by row, without the lines below the headers. */
export function readRows(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*:?---/.test(line))
    .map((line) =>
      line
        // Markdown escapes a bar inside a cell as \|.
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
}
