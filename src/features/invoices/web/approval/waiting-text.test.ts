import { expect, test } from 'vitest'
import { waitingTitle } from './waiting-text.ts'

const [waiting, returned] = [{ approval: 'waiting' }, { approval: 'returned' }] as const

test('invoices that wait are counted, and those sent back are not said to wait', () => {
  expect(waitingTitle({ invoices: [waiting], count: 1 })).toBe('1 invoice waits for approval')
  expect(waitingTitle({ invoices: [waiting, waiting], count: 60 })).toBe('60 invoices wait for approval')
  expect(waitingTitle({ invoices: [returned], count: 1 })).toBe('1 invoice was sent back')
  expect(waitingTitle({ invoices: [returned, returned], count: 2 })).toBe('2 invoices were sent back')
  expect(waitingTitle({ invoices: [returned, waiting], count: 2 })).toBe(
    '2 invoices wait for approval or were sent back',
  )
})
