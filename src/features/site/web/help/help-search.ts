import MiniSearch, { type Options, type SearchOptions, type SearchResult } from 'minisearch'
import { fold, isFiller, wordsIn } from '../../../../web/prose/search-terms.ts'

/** A part of an article, or one question of the FAQ, as the index knows it. */
export interface Passage {
  /** Where it stands, such as /help/first-invoice#payment-terms. */
  id: string
  /** What the page is called. */
  page: string
  /** The same, for the passage that an article begins with: whoever types it is led there. */
  title: string
  heading: string
  text: string
}

/** For whoever builds the index and for whoever asks it: made with others, it would find nothing. */
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
    // A slip in a short word makes another word. In a longer one two letters may have changed places, which is two.
    fuzzy: (term) => (term.length > 6 ? 0.3 : term.length > 4 ? 0.2 : false),
  },
}

export interface FoundPassage extends Pick<Passage, 'id' | 'page' | 'heading'> {
  /** The words around the first one that was found. */
  excerpt: string
  /** The words that were meant, as they are compared. */
  terms: ReadonlySet<string>
}

const maxOfOnePage = 3
const maxFound = 12

/**
 * From the strictest on: a word with one slip is meant before one with two, and whoever describes in many words what they
 * want has one among them that no text uses.
 */
const attempts: readonly SearchOptions[] = [
  { maxFuzzy: 1 },
  {},
  { maxFuzzy: 1, combineWith: 'OR' },
  { combineWith: 'OR' },
]

/** The best first; of one page a few, so that others are seen too. */
export function findPassages(index: MiniSearch<Passage>, typed: string): FoundPassage[] {
  const results = firstThatFinds(index, typed)
  const ofPage = new Map<string, number>()
  return results
    .filter(({ page }) => {
      const count = (ofPage.get(page) ?? 0) + 1
      ofPage.set(page, count)
      return count <= maxOfOnePage
    })
    .slice(0, maxFound)
    .map(asFound)
}

function firstThatFinds(index: MiniSearch<Passage>, typed: string): SearchResult[] {
  for (const attempt of attempts) {
    const results = index.search(typed, attempt)
    if (results.length > 0) return results
  }
  return []
}

function asFound({ id, page, heading, text, terms }: SearchResult): FoundPassage {
  const meant = new Set(terms)
  return { id, page, heading, excerpt: excerptOf(text, meant), terms: meant }
}

const lengthBefore = 60
const lengthOfExcerpt = 180

/** Where only the heading holds a word, the text begins at its beginning. */
export function excerptOf(text: string, terms: ReadonlySet<string>): string {
  const at = placeOfFirst(text, terms)
  const begin = at <= lengthBefore ? 0 : text.indexOf(' ', at - lengthBefore) + 1
  const end =
    begin + lengthOfExcerpt >= text.length ? text.length : text.lastIndexOf(' ', begin + lengthOfExcerpt)
  return `${begin > 0 ? '… ' : ''}${text.slice(begin, end)}${end < text.length ? ' …' : ''}`
}

function placeOfFirst(text: string, terms: ReadonlySet<string>): number {
  for (const { 0: piece, index } of text.matchAll(/[\p{L}\p{N}]+(?:[’'][\p{L}\p{N}]+)*/gu)) {
    if (wordsIn(piece).some((word) => terms.has(fold(word)))) return index
  }
  return 0
}
