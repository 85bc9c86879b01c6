import { describe, expect, test } from 'vitest'
import { type Answer, type Field, fieldsBelowBar, judge, scoreOf } from './support/receipts/score.ts'

describe('a value is judged', () => {
  test.each<[Field, string | null, string | null, string]>([
    ['total', '27.50', '27.5', 'right'],
    ['total', '27.50', '275.0', 'wrong'],
    ['total', '27.50', '', 'wrong'],
    ['total', '27.50', null, 'abstained'],
    ['total', null, '27.50', 'wrong'],
    ['total', null, null, 'empty'],
    ['date', '2026-01-31', '2026-01-31', 'right'],
    ['date', '2026-01-02', '2026-02-01', 'wrong'],
    ['currency', 'EUR', 'USD', 'wrong'],
    ['merchant', 'Café Fyrtårnet', 'CAFE FYRTARNET', 'right'],
    ['merchant', 'Bäckerei Kornblume', 'Kornblume', 'right'],
    ['merchant', 'MAPLE HOLLOW MARKET', 'MAPLE H0LLOW MARKFT', 'right'],
    ['merchant', 'Blue Kettle Diner', 'Receipt', 'wrong'],
    ['merchant', 'Blue Kettle Diner', 'B', 'wrong'],
    ['merchant', 'Blue Kettle Diner', '...', 'wrong'],
    ['merchant', null, 'Blue Kettle Diner', 'wrong'],
  ])('%s: %s read as %s is %s', (field, truth, value, outcome) => {
    expect(judge(field, truth, value)).toBe(outcome)
  })
})

function answers(field: Field, pairs: readonly [truth: string | null, value: string | null][]): Answer[] {
  return pairs.map(([truth, value]) => ({
    field,
    truth,
    value,
    confidence: value === null ? null : 0.9,
    outcome: judge(field, truth, value),
  }))
}

test('shares are of those that can be read, or of all', () => {
  const four = answers('total', [
    ['1.00', '1.00'],
    ['2.00', null],
    [null, '3.00'],
    [null, null],
  ])
  expect(scoreOf(four)).toEqual({ count: 4, right: 0.5, filledIn: 0.5, wrong: 0.25 })
})

describe('a field is below its bar', () => {
  const right = (field: Field, count: number) =>
    answers(
      field,
      Array.from({ length: count }, (): [string, string] => ['2026-01-31', '2026-01-31']),
    )
  const missing = (field: Field, count: number) =>
    answers(
      field,
      Array.from({ length: count }, (): [string, null] => ['2026-01-31', null]),
    )
  const wrong = (field: Field, truth: string | null) => answers(field, [[truth, '2026-02-28']])

  test.each<[string, Answer[], Field[]]>([
    ['90 in 100 dates', [...right('date', 90), ...missing('date', 10)], []],
    ['89 in 100 dates', [...right('date', 89), ...missing('date', 11)], ['date']],
    ['one wrong date in 100', [...right('date', 99), ...wrong('date', '2026-01-31')], []],
    ['one wrong date in 99', [...right('date', 98), ...wrong('date', '2026-01-31')], ['date']],
    ['a date where none can be read', [...right('date', 98), ...wrong('date', null)], ['date']],
    ['79 in 100 merchants', [...right('merchant', 79), ...missing('merchant', 21)], ['merchant']],
    ['no taxes', missing('tax', 10), []],
  ])('%s', (_, given, below) => {
    expect(fieldsBelowBar(given)).toEqual(below)
  })
})
