import { plainText } from '../../../web/prose/plain-text.ts'
import type { Prose, Section } from '../../../web/prose/prose.ts'
import { fold, wordsIn } from '../../../web/prose/search-terms.ts'

export interface FaqCategory {
  id: string
  heading: string
  questions: readonly Section[]
}

/** In the text a category is a second heading, and a question a third. */
export function categoriesOf({ sections }: Prose): FaqCategory[] {
  const categories: Array<FaqCategory & { questions: Section[] }> = []
  for (const section of sections) {
    if (section.level === 2) categories.push({ id: section.id, heading: section.heading, questions: [] })
    else categories.at(-1)?.questions.push(section)
  }
  return categories
}

/** The questions in which each of these words is found, or in their answers; a part of a word is enough. */
export function questionsWith(categories: readonly FaqCategory[], terms: readonly string[]): FaqCategory[] {
  return categories
    .map((category) => ({ ...category, questions: category.questions.filter((each) => has(each, terms)) }))
    .filter(({ questions }) => questions.length > 0)
}

function has({ heading, blocks }: Section, terms: readonly string[]): boolean {
  const words = wordsIn(`${heading} ${plainText(blocks)}`).map(fold)
  return terms.every((term) => words.some((word) => word.includes(term)))
}
