import { expect, test } from 'vitest'
import { detailText, namelessText } from './audit-text.ts'

test('details are told by their names', () => {
  expect(detailText({ kind: 'test-mail', fileName: 'invoice.pdf' })).toEqual([
    'Kind: Test email',
    'File name: invoice.pdf',
  ])
  expect(detailText({})).toEqual([])
})

test('an entry that names nobody says what it was about', () => {
  expect(namelessText({ details: { kind: 'invoice' } })).toBe('A business’s email')
  expect(namelessText({ details: {} })).toBe('—')
})
