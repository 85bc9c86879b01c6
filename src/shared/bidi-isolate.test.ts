import { expect, test } from 'vitest'
import { bidiIsolate } from './bidi-isolate.ts'

test('a name from right to left is marked off, wherever its first such letter stands', () => {
  expect(bidiIsolate('שלום 12')).toBe('\u2068שלום 12\u2069')
  expect(bidiIsolate('Studio مرحبا')).toBe('\u2068Studio مرحبا\u2069')
})

test('any other name stays as it is', () => {
  for (const name of ['Kiln & Sons (2)', 'Ünïcode Œuvre', '株式会社', ''])
    expect(bidiIsolate(name)).toBe(name)
})
