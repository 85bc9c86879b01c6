import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/**
 * One language: docs/glossary.md has the words. Names are split where a capital begins, so that `replaceAll` and
 * `placeholder` are words of their own.
 */
const top = resolve(import.meta.dirname, '..')
const bannedInNames = new Set([
  'anew',
  'hindrance',
  'mailroom',
  'place',
  'places',
  'rider',
  'teller',
  'told',
  'twin',
  'twins',
  'usual',
  'visit',
  'visits',
  'youth',
])
const bannedInComments = /\b(anew|is none|are none|no more|nobody|somebody|whoever)\b/i

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: top,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(bench|sandbox|scripts|src|test)\/.*\.(tsx?|mjs)$/.test(path))
  .filter((path) => path !== 'test/language.test.ts')

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const isBanned = (name: string) =>
  wordsOf(name).some((word) => bannedInNames.has(word)) || /Words$|^most[A-Z]/.test(name)

/** The comments of a file, and its code without comments and strings. */
function read(path: string): { comments: string[]; code: string } {
  const text = readFileSync(join(top, path), 'utf8')
  const comments: string[] = []
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w/])\/\/[^\n]*/g, (comment) => {
      comments.push(comment)
      return ' '
    })
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    // What a template inserts is code; the rest of it is text.
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, (template) =>
      [...template.matchAll(/\$\{([^{}]*)\}/g)].map(([, inner]) => inner).join(' ; '),
    )
    // The text between tags and around what is inserted there.
    .replaceAll(/>[^<>{}=;()]*</g, '><')
    .replaceAll(/\}[^<>{}=;()]*</g, '}<')
  return { comments, code }
}

const sources = files.map((path) => ({ path, ...read(path) }))

test('names are made of the words of the glossary', () => {
  const found = sources.flatMap(({ path, code }) =>
    [...new Set(code.match(/[A-Za-z_$][\w$]*/g))].filter(isBanned).map((name) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
  expect(files.filter((path) => isBanned(path.replaceAll('-', ' ')) || /-words\./.test(path))).toEqual([])
})

test('comments name the actor', () => {
  const isProduct = (path: string) => /^(sandbox|src)\//.test(path) && !/\.test\.tsx?$/.test(path)
  const found = sources
    .filter(({ path }) => isProduct(path))
    .flatMap(({ path, comments }) =>
      comments.filter((comment) => bannedInComments.test(comment)).map((comment) => `${path}: ${comment}`),
    )
  expect(found).toEqual([])
})
