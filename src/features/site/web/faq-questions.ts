import { plainText } from '../../../web/prose/plain-text.ts'
import type { Prose, Section } from '../../../web/prose/prose.ts'
import { fold, wordsIn } from '../../../web/prose/search-terms.ts'

export interface FaqCategory {
  id: string
  heading: string
  questions: readonly Section[]
}

/** Groups the sections: second-level headings are categories, third-level headings are questions. */
export function categoriesOf({ sections }: Prose): FaqCategory[] {
  const categories: Array<FaqCategory & { questions: Section[] }> = []
  for (const section of sections) {
    if (section.level === 2) categories.push({ id: section.id, heading: section.heading, questions: [] })
    else categories.at(-1)?.questions.push(section)
  }
  return categories
}

/** Returns the questions whose text or answer contains all terms, also as parts of words. */
export function questionsWith(categories: readonly FaqCategory[], terms: readonly string[]): FaqCategory[] {
  return categories
    .map((category) => ({ ...category, questions: category.questions.filter((each) => has(each, terms)) }))
    .filter(({ questions }) => questions.length > 0)
}

function has({ heading, blocks }: Section, terms: readonly string[]): boolean {
  const words = wordsIn(`${heading} ${plainText(blocks)}`).map(fold)
  return terms.every((term) => words.some((word) => word.includes(term)))
}
