import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { completeContent, eachText, invoiceContentSchema } from './input-rules.ts'

// Series and templates keep content for years. A release that changes its shape adds a file and changes none.
// The amounts have the names that migrations/0021 gave them in the database.
const folder = join(import.meta.dirname, 'stored-content')
const releases = readdirSync(folder)

describe.each(releases)('content as it was stored by %s', (file) => {
  const stored: object[] = JSON.parse(readFileSync(join(folder, file), 'utf8'))

  test.each(stored.map((content, index) => [index, content]))(
    'example %i can still be used',
    (_, content) => {
      expect(invoiceContentSchema.safeParse(completeContent(content)).error).toBeUndefined()
      expect(completeContent(content)).toMatchObject(content)
    },
  )
})

test('a text that did not exist when content was stored is empty', () => {
  const [stored] = JSON.parse(readFileSync(join(folder, releases[0] ?? ''), 'utf8'))
  const { notes: _notes, ...older } = stored
  expect(completeContent(older)).toMatchObject({ ...older, notes: eachText('').notes })
  expect(invoiceContentSchema.safeParse(older).success).toBe(false)
  expect(invoiceContentSchema.safeParse(completeContent(older)).success).toBe(true)
})
