import MiniSearch from 'minisearch'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type HelpSlug, helpArticles, helpSlugs } from '../../features/site/help-rules.ts'
import { type Passage, indexOptions } from '../../features/site/web/help/help-search.ts'
import { placeholders } from '../../shared/installation.ts'
import { plainText } from '../../web/prose/plain-text.ts'
import type { Prose } from '../../web/prose/prose.ts'
import { parseProse } from './parse-prose.ts'

const content = resolve(import.meta.dirname, '../../features/site/web/content')
const faqFile = join(content, 'faq.md')
const fileOf = (slug: HelpSlug) => join(content, 'help', `${slug}.md`)

/** The files whose changes rebuild the index. */
export const indexedFiles = [faqFile, ...helpSlugs.map(fileOf)]

/** Builds the search index of all help articles and FAQ answers, as JSON for a page to load. */
export function buildHelpIndex(): string {
  const index = new MiniSearch(indexOptions)
  index.addAll([...helpSlugs.flatMap(passagesOfArticle), ...passagesOfFaq()])
  return JSON.stringify(index)
}

const read = (file: string): Prose => parseProse(readFileSync(file, 'utf8'))

function passagesOfArticle(slug: HelpSlug): Passage[] {
  const { title, description } = helpArticles[slug]
  const { opening, sections } = read(fileOf(slug))
  const id = `/help/${slug}`
  const beginning = { id, page: title, title, heading: '', text: `${description} ${textOf(opening)}`.trim() }
  return [beginning, ...passagesOf(id, title, sections)]
}

function passagesOfFaq(): Passage[] {
  // A heading of level 2 only names a group of questions.
  return passagesOf(
    '/faq',
    'FAQ',
    read(faqFile).sections.filter(({ level }) => level === 3),
  )
}

function passagesOf(path: string, page: string, sections: Prose['sections']): Passage[] {
  return sections.map(({ id, heading, blocks }) => ({
    id: `${path}#${id}`,
    page,
    title: '',
    heading,
    text: textOf(blocks),
  }))
}

/** Replaces the facts about an installation, because the index is the same for all of them. */
const replacements: Record<string, string> = {
  [placeholders.origin]: 'this address',
  [placeholders.operator]: 'the operator',
  [placeholders.address]: 'the operator’s address',
  [placeholders.support]: 'the support address',
}

function textOf(blocks: Prose['opening']): string {
  return plainText(blocks).replaceAll(
    /__[A-Z]+__/g,
    (placeholder) => replacements[placeholder] ?? placeholder,
  )
}
