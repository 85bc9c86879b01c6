import { expect, test } from 'vitest'
import type { LateFeeTerms } from '../../../business/late-fee-rules.ts'
import {
  type LateFeeValues,
  lateFeeIn,
  lateFeeProblems,
  lateFeeValues,
  noLateFee,
  previewedLateFee,
  readLateFee,
  withoutAmounts,
} from './late-fee-values.ts'

const percent: LateFeeTerms = {
  kind: 'percentage',
  value: 1500,
  afterDays: 14,
  repeats: 'monthly',
  maxMinor: 5000,
}
const amount: LateFeeTerms = { ...percent, kind: 'amount', value: 2500, maxMinor: null }

test('terms survive the way through the form', () => {
  for (const terms of [percent, amount, null]) expect(readLateFee(lateFeeValues(terms))).toEqual(terms)
})

test('what is missing or wrong is shown at its field', () => {
  const values: LateFeeValues = { ...noLateFee, isOn: true, percentage: 'a lot', afterDays: '0' }
  expect(Object.keys(lateFeeProblems(values))).toEqual(['percentage', 'afterDays'])
  expect(Object.keys(lateFeeProblems({ ...values, kind: 'amount', afterDays: '14' }))).toEqual([
    'amountMinor',
  ])
  expect(lateFeeProblems({ ...lateFeeValues(percent), maxMinor: 'too-large' })).toHaveProperty('maxMinor')
  expect(lateFeeProblems(noLateFee)).toEqual({})
  expect(previewedLateFee(values)).toBeNull()
  expect(previewedLateFee(lateFeeValues(percent))).toEqual(percent)
})

test('amounts keep their numbers in another currency, and a proposal with amounts does not apply to it', () => {
  const moved = lateFeeIn(lateFeeValues(amount), { from: 'USD', to: 'JPY', textOf: () => '' })
  expect(readLateFee(moved)).toEqual({ ...amount, value: 25 })
  expect(withoutAmounts(lateFeeValues(amount))).toEqual(noLateFee)
  expect(withoutAmounts(lateFeeValues(percent))).toEqual(noLateFee)
  const free = lateFeeValues({ ...percent, maxMinor: null })
  expect(withoutAmounts(free)).toEqual(free)
})
