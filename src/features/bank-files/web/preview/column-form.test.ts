import { expect, test } from 'vitest'
import { chosenColumns, columnForm, columnNames } from './column-form.ts'

test('columns of a file fill the form and come out as they were', () => {
  for (const columns of [
    { date: 0, amount: 3, description: [1, 2] },
    { date: 1, amount: { in: 4, out: 3 }, description: [], balance: 5 },
  ]) {
    expect(chosenColumns(columnForm(columns))).toEqual({ columns })
  }
})

test('what is missing is said for each field', () => {
  const choose = 'Please choose a column.'
  const empty = columnForm(undefined)
  expect(chosenColumns(empty)).toEqual({ problems: { date: choose, amount: choose } })
  expect(chosenColumns({ ...empty, date: 0, amounts: 'two', in: 1 })).toEqual({ problems: { out: choose } })
  expect(chosenColumns({ ...empty, date: 0, amounts: 'two', in: 1, out: 1 })).toEqual({
    problems: { out: 'Please choose another column than for money in.' },
  })
})

test('descriptions are joined in the order of the file', () => {
  expect(chosenColumns({ ...columnForm(undefined), date: 0, amount: 1, description: [4, 2] })).toEqual({
    columns: { date: 0, amount: 1, description: [2, 4] },
  })
})

test('a column without a name has its letter', () => {
  expect(columnNames({ header: ['Date', ' '], rows: [['1', '2', '3']] })).toEqual([
    'Date',
    'Column B',
    'Column C',
  ])
  expect(columnNames({ header: null, rows: [Array.from({ length: 28 }, () => '')] }).slice(25)).toEqual([
    'Column Z',
    'Column AA',
    'Column AB',
  ])
})
