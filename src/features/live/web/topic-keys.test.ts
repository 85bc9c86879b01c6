import { expect, test } from 'vitest'
import { topics } from '../rules.ts'
import { editedKeys, shownKeys } from './topic-keys.ts'

test('a change of an invoice reaches lists, sums, payments, late fees, approvals and the dashboard', () => {
  expect(shownKeys(['invoices'])).toEqual([
    ['invoices', 'list'],
    ['invoices', 'summary'],
    ['invoices', 'payments'],
    ['invoices', 'late-fees'],
    ['invoices', 'timeline'],
    ['invoices', 'waiting'],
    ['invoices', 'approval'],
    ['clients'],
    ['estimates', 'list'],
    ['dashboard'],
    ['figures'],
    ['reports'],
  ])
})

test('several topics name each query once', () => {
  const keys = shownKeys(topics).map((key) => key.join(' '))
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).toEqual(expect.arrayContaining(['invoices list', 'expenses list', 'banking', 'dashboard']))
})

test('whoever may no longer be here is asked for', () => {
  expect(shownKeys(['session'])).toEqual([['session']])
})

test('what forms are filled from is named apart', () => {
  expect(editedKeys(topics)).toEqual([
    ['invoices', 'one'],
    ['estimates', 'one'],
    ['receipts', 'one'],
  ])
  const shown = shownKeys(topics).map((key) => key.join(' '))
  expect(shown).not.toContain('invoices')
  expect(shown).not.toContain('invoices one')
  expect(shown).not.toContain('estimates')
  expect(shown).not.toContain('estimates one')
  expect(shown).not.toContain('expenses')
  expect(shown).not.toContain('expenses one')
  expect(shown).not.toContain('receipts')
  expect(shown).not.toContain('receipts one')
})
