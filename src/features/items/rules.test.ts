import { expect, test } from 'vitest'
import { linesToRemember, maxItemLength } from './rules.ts'

const line = (description: string, rateMinor = 100) => ({ description, rateMinor, taxNames: null })

test('each description is remembered once, with its last rate', () => {
  expect(linesToRemember([line('Design'), line(' design ', 200), line('Hosting')], [])).toEqual([
    line('design', 200),
    line('Hosting'),
  ])
})

test('a description that is empty or too long is not remembered', () => {
  expect(linesToRemember([line('  '), line('x'.repeat(maxItemLength + 1))], [])).toEqual([])
})

test('a line that the invoice had before is remembered again only with another rate', () => {
  expect(linesToRemember([line('Design'), line('Hosting', 300)], [line('Design'), line('Hosting')])).toEqual([
    line('Hosting', 300),
  ])
})
