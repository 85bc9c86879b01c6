import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { helpArticles, helpSlugs, readingMinutes } from '../src/features/site/help-rules.ts'
import { parseProse } from '../src/pages/build/parse-prose.ts'
import { helpTopics } from '../src/web/help-topics.ts'
import type { Block, Inline, Prose } from '../src/web/prose/prose.ts'

const top = resolve(import.meta.dirname, '..')
const content = join(top, 'src', 'features', 'site', 'web', 'content')
const read = (name: string) => parseProse(readFileSync(join(content, `${name}.md`), 'utf8'))
const articles = new Map(helpSlugs.map((slug) => [slug as string, read(`help/${slug}`)]))

function blocksOf({ opening, sections }: Prose): Block[] {
  return [...opening, ...sections.flatMap(({ blocks }) => blocks)].flatMap(withInner)
}

function withInner(block: Block): Block[] {
  const inner =
    block.kind === 'list' ? block.items.flat() : block.kind === 'note' ? block.blocks : ([] as const)
  return [block, ...inner.flatMap(withInner)]
}

function wordsIn(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      if (part.kind === 'code') return part.text
      return part.kind === 'fact' ? part.name : wordsIn(part.content)
    })
    .join('')
}

function textIn(block: Block): string {
  if (block.kind === 'paragraph') return wordsIn(block.content)
  if (block.kind === 'code') return block.text
  return block.kind === 'table' ? [block.head, ...block.rows].flat().map(wordsIn).join(' ') : ''
}

const count = (text: string) => text.split(/\s+/).filter(Boolean).length

test('an article takes as long to read as it says, and the specified ones as long as specified', () => {
  const minutes = Object.fromEntries(
    [...articles].map(([slug, prose]) => {
      const blocks = blocksOf(prose)
      const headings = prose.sections.map(({ heading }) => heading)
      const words = count([...headings, ...blocks.map(textIn)].join(' '))
      return [slug, readingMinutes(words, blocks.filter(({ kind }) => kind === 'picture').length)]
    }),
  )
  const said = Object.entries(helpArticles).map(([slug, article]) => [slug, article.minutes])
  expect(minutes).toEqual(Object.fromEntries(said))
  expect(minutes).toMatchObject({
    'first-invoice': 7,
    'recurring-invoices': 6,
    'invoice-templates': 5,
    'payment-reminders': 6,
    'discounts-taxes': 7,
  })
})

test('every ? of the app leads to a paragraph that is there', () => {
  const dead = Object.values(helpTopics).filter(({ at }) => {
    const [slug = '', id] = at.split('#')
    return !articles.get(slug)?.sections.some((section) => section.id === id)
  })
  expect(dead).toEqual([])
})

test('every picture that is shown is there in all its forms, and none is there for nothing', () => {
  const sizes = JSON.parse(readFileSync(join(top, 'src', 'web', 'pictures.json'), 'utf8')) as Record<
    string,
    { version: string; large: [number, number]; small: [number, number] }
  >
  const inTexts = [...articles.values()]
    .flatMap(blocksOf)
    .flatMap((block) => (block.kind === 'picture' ? [block.name] : []))
  const pages = join(top, 'src', 'features', 'site', 'web')
  const inPages = readdirSync(pages)
    .filter((name) => name.endsWith('.tsx') || name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(join(pages, name), 'utf8').matchAll(/\b(?:name="|picture(?:=|: )['"])([a-z-]+)['"]/g),
    ])
    .map(([, name = '']) => name)
    .filter((name) => name in sizes || /^(landing|feature)-/.test(name))
  const shown = [...new Set([...inTexts, ...inPages])].toSorted()
  expect(Object.keys(sizes).toSorted()).toEqual(shown)
  const fragments = Object.entries(sizes).filter(
    ([, { large, small }]) => Math.min(large[0], small[0]) < 390 || Math.min(large[1], small[1]) < 120,
  )
  expect(fragments).toEqual([])

  const files = readdirSync(join(top, 'public', 'pictures')).toSorted()
  const forms = ['large-dark', 'large-light', 'small-dark', 'small-light']
  expect(files).toEqual(shown.flatMap((name) => forms.map((form) => `${name}-${form}.webp`)).toSorted())
})
