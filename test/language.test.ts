import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceTexts } from './support/source-texts.ts'

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

describe('texts that people read', () => {
  const bannedPhrases = [
    // Email, never mail, except in addresses, paths and names of files.
    /(?<![\w@./-])[Mm]ail(s|ed)?(?![\w.@-]|\/)/,
    /\be-mails?\b/i,
    // Money is due, not open.
    /\b(still|stays?|then|remains?) open\b/i,
    /(^|[^s] )left to pay\b/i,
    /\b(give|gives|given) back\b/i,
    // Things happen automatically.
    /\bby (itself|themselves)\b/i,
    /\bagain and again\b/i,
    /\banew\b/i,
    /\bany more\b/i,
    /\b(so far|of now|at once)\b/i,
    /\b(nobody|somebody|everybody|whoever)\b(?! user)/i,
    /\bneed not\b/i,
    /\b(is|are) (none|gone|told)\b/i,
    /\b(go|goes) (on|for good|out (by|to))\b/i,
    /\bstands? (at|in|on|as)\b/i,
    /\bswitch(ed|es)? (it |them )?(on|off)\b/i,
    /\bneeds? you\b(?! to)|\blook at this\b|\bneeds? a look\b/i,
    /\bwhat (it|each plan) opens\b|\bopens with (pro|enterprise)\b/i,
    /\btakes ((the )?(free|pro|enterprise) plan|pro|enterprise)\b/i,
    /\bopens? (its|the) rows\b/i,
    /\bgives? up the access\b/i,
    /\bhow far it has (come|got)\b/i,
    /\b(reckon|mend|mends)\b/i,
    /\bma(de|kes) no sense\b/i,
    /\bmostly \d/i,
    /\bmust be filled in\b/i,
    /\b(is|are) not there\b|\bis there already\b/i,
    /\bthere is no such\b|\bis no place\b/i,
    // A reason follows "because", not a colon.
    /: it is (your|the) /i,
    /\bwhat you filled in is kept\b/i,
    /\b(has|have) been told\b/i,
    /\bpaid time\b/i,
    /\bmore came in\b/i,
    /\bonly tell you\b/i,
    /\bthe present (one|session)\b|\bis over already\b/i,
    /\b(is|are) no (error|revenue)\b/i,
  ]

  const product = files.filter((path) => /^(sandbox|src)\//.test(path) && !/\.test\.tsx?$/.test(path))
  const articles = execFileSync('git', ['ls-files', 'src/**/*.md'], { cwd: top, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '')

  const isBannedText = (text: string) => bannedPhrases.some((phrase) => phrase.test(text))
  const lines = (source: string) => source.split('\n').map((text, n) => ({ line: n + 1, text }))

  function offences(path: string): string[] {
    const source = readFileSync(join(top, path), 'utf8')
    // Most files have none, and reading them as text is faster than parsing them.
    if (!isBannedText(source.replaceAll(/\s+/g, ' '))) return []
    const texts = path.endsWith('.md') ? lines(source) : sourceTexts(path, source)
    return texts.filter(({ text }) => isBannedText(text)).map(({ line, text }) => `${path}:${line}: ${text}`)
  }

  test('are found in strings, templates and elements, and not in what programs read', () => {
    const source = [
      "import { log } from './mail and more.ts'",
      "log.warn({}, 'a mail was lost')",
      'const query = sql`select mail from mails`',
      "const label = 'Two words'",
      'const sentence = `Sent to ${label} today`',
      'const page = <p className="mail list">Paid <b>in full</b> on {label}</p>',
    ].join('\n')
    expect(sourceTexts('sample.tsx', source)).toEqual([
      { line: 4, text: 'Two words' },
      { line: 5, text: 'Sent to … today' },
      { line: 6, text: 'Paid in full on …' },
      { line: 6, text: 'in full' },
    ])
  })

  test('are the words of people who speak English today', () => {
    const found = [...product, ...articles].flatMap(offences)
    expect(found).toEqual([])
  })
})
