import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/support/empty-database.ts'
import { applyMigrations, readMigrations, readRules } from './migrate.ts'

const { client, drop } = await createEmptyDatabase()
afterAll(drop)

const business = '4f6c1f5e-61c2-4b6c-9d0e-3b0a2f1d7c55'
/** Calls, with a text in the place of $1. */
const uses = [
  `transaction_keys('${business}', '2026-02-28', lower($1), '${business}', $1, true)`,
  `transaction_keys('${business}', '2025-12-01', lower($1), null, 'Software', false)`,
  `name_keys('${business}', $1)`,
  'text_keys(lower($1))',
]
const symbols = ['a', 'e', 'j', 'q', 'X', '0', '9', ' ', '$', '.', ',', '~', '-', 'ß', 'Ä', '日', '𝄞', '\n']
const texts = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...symbols), maxLength: 12 }),
  ),
  { minLength: 100, maxLength: 200 },
)

/** The indexes of a database that an earlier version has filled hold the keys of that version. */
test('the keys of a row are those that the numbered migrations defined, so that no index has to be built again', async () => {
  const migrations = await readMigrations()
  await applyMigrations(client, migrations)
  await client.query(`create schema earlier;
    alter function platform.transaction_keys set schema earlier;
    alter function platform.name_keys set schema earlier;
    alter function platform.text_keys set schema earlier`)
  await applyMigrations(client, migrations, { rules: await readRules() })
  const asSet = (keys: string) => `(select array_agg(distinct key order by key) from unnest(${keys}) key)`
  const comparisons = uses.map((use, n) => {
    const call = use.replaceAll('$1', 'given')
    return `select ${n} as use, given from unnest($1::text[]) given
      where ${asSet(`earlier.${call}`)} is distinct from ${asSet(`platform.${call}`)}`
  })
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      // Postgres stores no text with a zero in it.
      const given = ['', 'a', 'ab', 'abc', ...some.map((text) => text.replaceAll('\0', ''))]
      const { rows } = await client.query(comparisons.join(' union all '), [given])
      expect(rows).toEqual([])
    }),
    { numRuns: 10 },
  )
})
