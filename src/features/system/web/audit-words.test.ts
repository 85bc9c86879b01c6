import { expect, test } from 'vitest'
import { detailWords, namelessWords } from './audit-words.ts'

test('details are told by their names', () => {
  expect(detailWords({ kind: 'test-mail', fileName: 'invoice.pdf' })).toEqual([
    'Kind: Test mail',
    'File name: invoice.pdf',
  ])
  expect(detailWords({})).toEqual([])
})

test('an entry that names nobody says what it was about', () => {
  expect(namelessWords({ details: { kind: 'invoice' } })).toBe('A mail of a business')
  expect(namelessWords({ details: {} })).toBe('—')
})
