import { expect, test } from 'vitest'
import { fillText, placeholders, previewValues, unknownPlaceholders, defaultReminderText } from './rules.ts'

const values = previewValues(-3)

test('placeholders are filled wherever they stand and however they are spaced', () => {
  expect(fillText('{client}: {amount} by { Due  Date }, {days}', values)).toBe(
    'Client name: $1,250.00 by Nov 20, 2026, 3',
  )
})

test('what a value says itself is not filled again', () => {
  expect(fillText('{client}', { ...values, client: '{amount} $& $1' })).toBe('{amount} $& $1')
})

test('unknown placeholders are named, each once', () => {
  expect(unknownPlaceholders('Hello {client}')).toBeNull()
  expect(unknownPlaceholders('{clint} {clint}')).toBe(
    '{clint} is not a placeholder. You can use {client}, {invoice}, {amount}, {due date}, {days}, {company} and {link}.',
  )
  expect(unknownPlaceholders('{a}, {toString} and {}')).toMatch(
    /^\{a\}, \{toString\}, \{\} are not placeholders\./,
  )
})

test.each([-60, -1, 0, 1, 365])('the usual words of day %i can be filled', (offset) => {
  const { subject, body } = defaultReminderText(offset)
  for (const text of [subject, body]) {
    expect(unknownPlaceholders(text)).toBeNull()
    expect(fillText(text, values)).not.toMatch(/[{}]/)
  }
})

test('there is an example for every placeholder', () => {
  expect(Object.keys(values)).toEqual(Object.keys(placeholders))
})
