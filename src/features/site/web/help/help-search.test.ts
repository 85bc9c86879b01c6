import MiniSearch from 'minisearch'
import { describe, expect, test } from 'vitest'
import { buildHelpIndex } from '../../../../pages/build/help-index.ts'
import { excerptOf, findPassages, indexOptions } from './help-search.ts'

const index = MiniSearch.loadJSON(buildHelpIndex(), indexOptions)
const find = (typed: string) => findPassages(index, typed)
const first = (typed: string) => find(typed)[0]?.id

describe('in the articles and answers as they are', () => {
  test.each([
    ['recuring', '/help/recurring-invoices'],
    ['remindr', '/help/payment-reminders'],
    ['webhok', '/help/integrations#webhook-secret'],
    ['pament terms', '/help/first-invoice#payment-terms'],
  ])('a slip of the finger leads there all the same: %s', (typed, id) => {
    expect(first(typed)).toBe(id)
  })

  test.each([
    ['Recurring invoices', '/help/recurring-invoices'],
    ['cash flow basics', '/help/cash-flow-basics'],
    ['How do I delete my account?', '/faq#delete'],
    ['remi', '/help/payment-reminders'],
  ])('a title, a question and the beginning of a word lead to what they name: %s', (typed, id) => {
    expect(first(typed)).toBe(id)
  })

  test('a word that stands deep inside an article is found, with the words around it', () => {
    const courier = find('courier').find(({ id }) => id === '/help/discounts-taxes#fees')
    expect(courier).toMatchObject({ page: 'Discounts and taxes', heading: 'Fees' })
    expect(courier?.excerpt).toContain('courier')
  })

  test('one page does not hide the others', () => {
    const pages = find('invoice').map(({ page }) => page)
    expect(new Set(pages).size).toBeGreaterThan(3)
    expect(pages.filter((page) => page === 'FAQ').length).toBeLessThanOrEqual(3)
    expect(pages.length).toBeLessThanOrEqual(12)
  })

  test('a word among many that no text uses keeps nothing back; nonsense finds nothing', () => {
    expect(first('xylophone reminders')).toBe('/help/payment-reminders')
    expect(find('xylophone')).toEqual([])
    expect(find('')).toEqual([])
    expect(find('how do I')).toEqual([])
  })

  test('the index names no placeholder of an installation', () => {
    expect(buildHelpIndex()).not.toMatch(/__[A-Z]+__/)
  })
})

describe('the excerpt', () => {
  const text = `${'before '.repeat(30)}Your client’s invoice ${'after '.repeat(40)}`.trim()

  test('begins and ends between words, around what was found', () => {
    const excerpt = excerptOf(text, new Set(['client']))
    expect(excerpt).toMatch(/^… before .* Your client’s invoice after .* after …$/)
    expect(excerpt.length).toBeLessThan(200)
  })

  test('is the beginning where nothing in the text was found, and all of what is short', () => {
    expect(excerptOf(text, new Set(['other']))).toMatch(/^before .* before …$/)
    expect(excerptOf('Short and clear.', new Set(['clear']))).toBe('Short and clear.')
  })
})
