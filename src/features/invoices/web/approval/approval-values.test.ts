import { expect, test } from 'vitest'
import { approvalDraftSchema, approvalProblems, approvalValues, readApproval } from './approval-values.ts'

const dollars = { currency: 'USD' }

test('what was saved is shown and read back as it was', () => {
  for (const aboveMinor of [null, 0, 100_000]) {
    expect(readApproval(approvalValues({ aboveMinor }))).toEqual({ aboveMinor })
    expect(approvalProblems(approvalValues({ aboveMinor }), dollars)).toEqual({})
  }
})

test('an amount is asked for only where invoices wait', () => {
  expect(approvalProblems({ isOn: true, aboveMinor: null }, dollars)).toEqual({
    aboveMinor: 'Enter an amount of 0 or more.',
  })
  expect(approvalProblems({ isOn: false, aboveMinor: null }, dollars)).toEqual({})
  expect(approvalProblems({ isOn: false, aboveMinor: 'not-a-number' }, dollars)).toEqual({})
})

test('text that is no amount says how to write one', () => {
  expect(approvalProblems({ isOn: true, aboveMinor: 'not-a-number' }, dollars)).toEqual({
    aboveMinor: 'Please write the amount like 1,234.50.',
  })
  expect(approvalProblems({ isOn: true, aboveMinor: -1 }, dollars)).toEqual({
    aboveMinor: 'Enter an amount of 0 or more.',
  })
})

test('a restored draft has no text in place of the amount', () => {
  expect(approvalDraftSchema.parse({ isOn: true, aboveMinor: 'too-large' })).toEqual({
    isOn: true,
    aboveMinor: null,
  })
})
