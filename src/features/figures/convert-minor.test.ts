import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { currencies, digitsOf } from '../../shared/currencies.ts'
import { convertMoney } from '../../shared/money.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

test('the database knows the same decimals of every currency', async () => {
  const { rows } = await testDatabase.database.app.query<{ currency: string; digits: number }>(
    'select currency, platform.minor_digits(currency) as digits from unnest($1::text[]) currency',
    [currencies],
  )
  expect(Object.fromEntries(rows.map(({ currency, digits }) => [currency, digits]))).toEqual(
    Object.fromEntries(currencies.map((currency) => [currency, digitsOf(currency)])),
  )
})

const rate = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.integer({ min: 0, max: 15 }))
  .map(([value, scale]) => {
    const digits = String(value).padStart(scale + 1, '0')
    return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  })
const currency = fc.constantFrom('USD', 'JPY', 'KWD', 'EUR')
const conversion = fc.record({
  // Small amounts meet exact halves more often.
  minor: fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -1_000_000, max: 1_000_000 })),
  currency,
  rate: fc.oneof(fc.constantFrom('0.5', '1.5', '0.05', '0.005', '2.5', '0.0005'), rate),
  home: currency,
})

test('the database converts and rounds as the pages do', async () => {
  const ask = `select coalesce(json_agg(platform.convert_minor((one ->> 'minor')::bigint, (one ->> 'rate')::numeric,
      one ->> 'currency', one ->> 'home') order by n), '[]') as converted
    from jsonb_array_elements($1) with ordinality given (one, n)`
  await fc.assert(
    fc.asyncProperty(fc.array(conversion, { maxLength: 100 }), async (given) => {
      const { rows } = await testDatabase.database.app.query<{ converted: number[] }>(ask, [
        JSON.stringify(given),
      ])
      expect(rows[0]?.converted).toEqual(
        given.map(
          ({ minor, currency: from, rate: at, home }) =>
            convertMoney({ minor, currency: from }, at, home).minor,
        ),
      )
    }),
  )
})
