import { expect, test } from 'vitest'
import { deliveryText, isLong } from './message-text.ts'

test('says what became of an answer, and why', () => {
  expect(deliveryText({ mailState: 'sent', mailError: null })).toEqual({ label: 'Sent', reason: null })
  const refused = 'The mail server refused it.'
  expect(deliveryText({ mailState: 'failed', mailError: refused })).toEqual({
    label: 'Failed',
    reason: refused,
  })
  expect(deliveryText({ mailState: 'failed', mailError: null })?.reason).toBe('The reason is unknown.')
  expect(deliveryText({ mailState: 'queued', mailError: null })).toEqual({
    label: 'On its way',
    reason: null,
  })
  expect(deliveryText({ mailState: 'queued', mailError: refused })?.reason).toBe(
    'The mail server refused it. We’ll try again.',
  )
  expect(deliveryText({ mailState: null, mailError: null })).toBeNull()
})

test('long texts and those of many lines are folded', () => {
  expect(isLong('x'.repeat(599))).toBe(false)
  expect(isLong('x'.repeat(600))).toBe(true)
  expect(isLong('\n'.repeat(7))).toBe(false)
  expect(isLong('\n'.repeat(8))).toBe(true)
})
