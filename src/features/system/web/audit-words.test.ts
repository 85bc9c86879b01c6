import { expect, test } from 'vitest'
import { detailWords } from './audit-words.ts'

test('details are told by their names', () => {
  expect(detailWords({ kind: 'test-mail', fileName: 'invoice.pdf' })).toEqual([
    'Kind: Test mail',
    'File name: invoice.pdf',
  ])
  expect(detailWords({})).toEqual([])
})
