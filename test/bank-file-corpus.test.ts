import { expect, test } from 'vitest'
import { formatFiles } from './support/bank-files/formats/format-files.ts'
import { judge } from './support/bank-files/judge.ts'
import { tableFiles } from './support/bank-files/tables/table-files.ts'

test.each([...tableFiles, ...formatFiles])('$name is read right, asked or refused', (file) => {
  expect(judge(file).why).toEqual([])
})

test('there are tables of many banks, each with its own name', () => {
  expect(tableFiles.filter(({ truth }) => 'statements' in truth).length).toBeGreaterThanOrEqual(80)
  expect(new Set(tableFiles.map(({ name }) => name)).size).toBe(tableFiles.length)
})

test('the judge sees what is wrong', () => {
  const [file] = tableFiles
  if (!file || 'refused' in file.truth) throw new Error('The first table is readable.')
  const statements = file.truth.statements.map((statement) => ({ ...statement, sum: '1.00', count: 3 }))
  const { result, why } = judge({ ...file, truth: { statements } })
  expect(result).toBe('WRONG')
  expect(why.map((text) => text.split(' is ')[0])).toEqual(['count', 'sum'])
})
