import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseProse } from '../../../pages/build/parse-prose.ts'
import { termsOf } from '../../../web/prose/search-terms.ts'
import { categoriesOf, questionsWith } from './faq-questions.ts'

const small = categoriesOf(
  parseProse(`## Money

### What does it cost?

Nothing on the **Free** plan.

### Who is paid?

You are.

## Data

### Who sees it?

You alone, on every plan.
`),
)
const found = (typed: string) =>
  questionsWith(small, termsOf(typed)).map(({ heading, questions }) => [
    heading,
    ...questions.map((question) => question.heading),
  ])

test('questions are found by words of question and answer, in their categories', () => {
  expect(found('plans')).toEqual([
    ['Money', 'What does it cost?'],
    ['Data', 'Who sees it?'],
  ])
  expect(found('FREE cost')).toEqual([['Money', 'What does it cost?']])
  expect(found('pai')).toEqual([['Money', 'Who is paid?']])
  expect(found('paid alone')).toEqual([])
})

test('the FAQ has four categories, each with questions', () => {
  const text = readFileSync(join(import.meta.dirname, 'content', 'faq.md'), 'utf8')
  const categories = categoriesOf(parseProse(text))
  expect(categories).toHaveLength(4)
  for (const { questions } of categories) expect(questions.length).toBeGreaterThan(2)
})
