import { expect, test } from 'vitest'
import { deliveryOf, deliveryText } from './delivery-text.ts'

const at = '2026-11-15T12:00:00.000Z'

test.each([
  ['Not sent', { mail: null, sentAt: null, viewedAt: null }],
  ['Sending', { mail: 'queued', sentAt: at, viewedAt: null }],
  ['Sent', { mail: 'sent', sentAt: at, viewedAt: null }],
  ['Waiting for your confirmation', { mail: 'held', sentAt: at, viewedAt: null }],
  ['Not delivered', { mail: 'failed', sentAt: at, viewedAt: null }],
  ['Viewed', { mail: 'sent', sentAt: at, viewedAt: at }],
  ['Viewed', { mail: null, sentAt: null, viewedAt: at }],
  ['Not delivered', { mail: 'failed', sentAt: at, viewedAt: at }],
  ['Waiting for your confirmation', { mail: 'held', sentAt: at, viewedAt: at }],
  ['Not sent', { status: 'cancelled', mail: 'failed', sentAt: at, viewedAt: null }],
  ['Not sent', { status: 'cancelled', mail: 'held', sentAt: at, viewedAt: null }],
  ['Viewed', { status: 'cancelled', mail: 'failed', sentAt: at, viewedAt: at }],
  ['Sent', { status: 'cancelled', mail: 'sent', sentAt: at, viewedAt: null }],
] as const)('%s: %j', (words, invoice) => {
  expect(deliveryText[deliveryOf({ status: 'pending', ...invoice })]).toBe(words)
})
