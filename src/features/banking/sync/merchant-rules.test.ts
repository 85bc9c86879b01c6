import { expect, test } from 'vitest'
import { merchantKey, merchantName } from './merchant-rules.ts'

const described = (description: string) => merchantKey({ merchant: null, description })

test('descriptions that differ in numbers only are of the same merchant', () => {
  expect(described('Corner Shop 0042')).toBe('corner shop')
  expect(described('CORNER SHOP #17 11/03')).toBe('corner shop')
  expect(described('marketplace.example*2K3LL1')).toBe('marketplace example')
  expect(described('7-Corner 1234')).toBe('corner')
})

test('a name that the aggregator knows is kept whole, numbers too, and goes before the description', () => {
  const named = { merchant: ' Studio 54 ', description: 'POS 8812 STUDIO' }
  expect(merchantName(named)).toBe('Studio 54')
  expect(merchantKey(named)).toBe('studio 54')
})

test('the same letters written in another way are the same merchant', () => {
  expect(described('Cafe\u0301 Zoë')).toBe(described('CAFÉ ZOË'))
  expect(described('\uFF33\uFF48\uFF4F\uFF50')).toBe('shop')
})

test('nothing but numbers and signs leaves nothing to go by', () => {
  expect(described('4411 ** 02-11')).toBe('')
  expect(merchantKey({ merchant: null, description: '' })).toBe('')
})

test('a long name is cut between two characters', () => {
  const key = described('\u{1D400}x'.repeat(200))
  expect(key.isWellFormed()).toBe(true)
  expect(Array.from(key)).toHaveLength(100)
})
