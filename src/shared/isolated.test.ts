import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test('a name from right to left is marked off, wherever its first such letter stands', () => {
  expect(isolated('שלום 12')).toBe('\u2068שלום 12\u2069')
  expect(isolated('Studio مرحبا')).toBe('\u2068Studio مرحبا\u2069')
})

test('any other name stays as it is', () => {
  for (const name of ['Kiln & Sons (2)', 'Ünïcode Œuvre', '株式会社', '']) expect(isolated(name)).toBe(name)
})
