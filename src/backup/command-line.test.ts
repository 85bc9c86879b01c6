import { expect, test } from 'vitest'
import { describeContent } from './command-line.ts'

test('one of a thing is not called many', () => {
  expect(describeContent({ tables: 64, rows: 0, files: 1 })).toBe('64 tables, 0 rows, 1 file')
})
