import MiniSearch, { type Options, type SearchOptions, type SearchResult } from 'minisearch'
import { fold, isFiller, wordsIn } from '../../../../web/prose/search-terms.ts'

/** A section of an article or one question of the FAQ, as the search index stores it. */
export interface Passage {
  /** The URL, such as /help/first-invoice#payment-terms. */
  id: string
  page: string
  /** The title of the article, for its first section only, so that a search for the title leads there. */
  title: string
  heading: string
  text: string
}

/** For building and for querying the index. If the options differ, searches find nothing. */
export const indexOptions: Options<Passage> = {
  fields: ['title', 'heading', 'page', 'text'],
  storeFields: ['page', 'heading', 'text'],
  tokenize: wordsIn,
  processTerm: (word) => {
    const folded = fold(word)
    return isFiller(folded) ? null : folded
  },
  searchOptions: {
    boost: { title: 6, heading: 3, page: 0.5 },
    combineWith: 'AND',
    prefix: (term) => term.length > 2,
    // A typo in a short word makes another word. Two swapped letters in a longer one count as two edits.
    fuzzy: (term) => (term.length > 6 ? 0.3 : term.length > 4 ? 0.2 : false),
  },
}

export interface FoundPassage extends Pick<Passage, 'id' | 'page' | 'heading'> {
  excerpt: string
  /** The matched terms, normalized for comparison. */
  terms: ReadonlySet<string>
}

const maxPerPage = 3
const maxFound = 12

/**
 * Search options from strict to loose: a word with one typo is a better match than one with two. A long query
 * usually contains a word that no text uses, so the last attempts accept partial matches.
 */
const attempts: readonly SearchOptions[] = [
  { maxFuzzy: 1 },
  {},
  { maxFuzzy: 1, combineWith: 'OR' },
  { combineWith: 'OR' },
]

/** Returns the best matches first, with a few per page, so that other pages are visible too. */
export function findPassages(index: MiniSearch<Passage>, typed: string): FoundPassage[] {
  const results = searchUntilFound(index, typed)
  const ofPage = new Map<string, number>()
  return results
    .filter(({ page }) => {
      const count = (ofPage.get(page) ?? 0) + 1
      ofPage.set(page, count)
      return count <= maxPerPage
    })
    .slice(0, maxFound)
    .map(toFoundPassage)
}

function searchUntilFound(index: MiniSearch<Passage>, typed: string): SearchResult[] {
  for (const attempt of attempts) {
    const results = index.search(typed, attempt)
    if (results.length > 0) return results
  }
  return []
}

function toFoundPassage({ id, page, heading, text, terms }: SearchResult): FoundPassage {
  const matchedTerms = new Set(terms)
  return { id, page, heading, excerpt: excerptOf(text, matchedTerms), terms: matchedTerms }
}

const contextLength = 60
const excerptLength = 180

/** Returns the text around the first match. If only the heading matches, returns the start of the text. */
export function excerptOf(text: string, terms: ReadonlySet<string>): string {
  const at = indexOfFirst(text, terms)
  const begin = at <= contextLength ? 0 : text.indexOf(' ', at - contextLength) + 1
  const end =
    begin + excerptLength >= text.length ? text.length : text.lastIndexOf(' ', begin + excerptLength)
  return `${begin > 0 ? '… ' : ''}${text.slice(begin, end)}${end < text.length ? ' …' : ''}`
}

function indexOfFirst(text: string, terms: ReadonlySet<string>): number {
  for (const { 0: piece, index } of text.matchAll(/[\p{L}\p{N}]+(?:[’'][\p{L}\p{N}]+)*/gu)) {
    if (wordsIn(piece).some((word) => terms.has(fold(word)))) return index
  }
  return 0
}
