import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type IncomingRow, type StoredRow, planImport, planStatements } from './plan-import-rules.ts'

const row = (
  date: string,
  amountMinor: number,
  textKey = 'a',
  bankId: string | null = null,
): IncomingRow => ({
  date,
  amountMinor,
  textKey,
  bankId,
})
const [may1, may2, may3, may5, may6] = [
  '2026-05-01',
  '2026-05-02',
  '2026-05-03',
  '2026-05-05',
  '2026-05-06',
] as const

/** A small account: imports change it, as the database would. */
function openAccount(feed: readonly StoredRow[] = []) {
  let stored: (StoredRow & { imports: string[] })[] = feed.map((one) => ({ ...one, imports: [] }))
  let count = 0
  return {
    add(name: string, shape: string, rows: readonly IncomingRow[]) {
      const ids = planImport(shape, stored, rows)
      for (const [n, each] of rows.entries()) {
        const { date, amountMinor, bankId, textKey } = each
        let found = stored.find(({ id }) => id === ids[n])
        if (!found) {
          found = { id: `new ${(count += 1)}`, date, amountMinor, isFeed: false, described: [], imports: [] }
          stored.push(found)
        }
        found.described.push({ shape, date, bankId, textKey })
        found.imports.push(name)
      }
      return ids.filter((id) => id === null).length
    },
    rows: () => stored.map(({ date, amountMinor }) => `${date} ${amountMinor}`).toSorted(),
    /** With their descriptions, which files of one form share. */
    described: () =>
      stored
        .map(({ date, amountMinor, described }) => `${date} ${amountMinor} ${described[0]?.textKey}`)
        .toSorted(),
  }
}
const feedRow = (date: string, amountMinor: number): StoredRow => ({
  id: `feed ${date} ${amountMinor}`,
  date,
  amountMinor,
  isFeed: true,
  described: [],
})

test('equal rows of one file are all real, and the same file again adds none', () => {
  const account = openAccount()
  expect(account.add('A', 'csv', [row(may1, -500), row(may1, -500), row(may1, 500)])).toBe(3)
  expect(account.add('B', 'csv', [row(may1, -500), row(may1, -500), row(may1, 500)])).toBe(0)
  expect(account.add('C', 'csv', [row(may1, -500), row(may1, -500), row(may1, -500)])).toBe(1)
})

test('a bank id is the same transaction only with the same day and amount', () => {
  const account = openAccount()
  account.add('A', 'ofx', [row(may1, -500, 'a', '1')])
  expect(account.add('B', 'ofx', [row(may1, -500, 'other words', '1')])).toBe(0)
  expect(account.add('C', 'ofx', [row(may2, -500, 'a', '1'), row(may1, -700, 'a', '1')])).toBe(2)
})

test('different ids are different transactions; where one has none, the description decides', () => {
  const account = openAccount()
  account.add('A', 'ofx', [row(may1, -500, 'a', '1')])
  expect(account.add('B', 'ofx', [row(may1, -500, 'a', '2')])).toBe(1)
  expect(account.add('C', 'ofx', [row(may1, -500, 'a')])).toBe(0)
  expect(account.add('D', 'ofx', [row(may1, -500, 'b')])).toBe(1)
  expect(account.add('E', 'ofx', [row(may1, -500, 'a', '3')])).toBe(1)
})

test('in a file of another form the amount and the day decide, one to one', () => {
  const account = openAccount()
  account.add('A', 'csv', [row(may1, -500, 'a'), row(may1, -500, 'b')])
  expect(account.add('B', 'mt940', [row(may1, -500, 'x'), row(may1, -500, 'y'), row(may1, -500, 'z')])).toBe(
    1,
  )
  expect(account.add('C', 'mt940', [row(may2, -500, 'x')])).toBe(1)
  // What the first form calls "a" is known, though the second one has other words for it.
  expect(account.add('D', 'csv', [row(may1, -500, 'b'), row(may1, -500, 'a')])).toBe(0)
})

test('a transaction of the feed may be dated three days off; of several the nearest is it', () => {
  const account = openAccount([feedRow(may2, -500), feedRow(may5, -500)])
  const stored = openAccount([feedRow(may2, -500)])
  expect(stored.add('A', 'csv', [row(may6, -500)])).toBe(1)
  expect(account.add('A', 'csv', [row(may3, -500), row(may6, -500)])).toBe(0)
  expect(account.add('B', 'csv', [row(may3, -500), row(may6, -500)])).toBe(0)
  expect(account.add('C', 'csv', [row(may3, -500, 'b'), row(may3, 500)])).toBe(2)
})

test('statements that overlap add nothing twice, and those whose balances join are all real', () => {
  let id = 0
  const plan = (balances: [number | null, number | null][]) =>
    planStatements(
      'camt',
      [],
      balances.map(([openingMinor, closingMinor]) => ({
        rows: [row(may1, -500)],
        openingMinor,
        closingMinor,
      })),
      () => String((id += 1)),
    ).map((rows) => rows.map(({ isNew }) => isNew))
  expect(plan([[null, null], [null, null]])).toEqual([[true], [false]]) // prettier-ignore
  expect(plan([[1000, 500], [500, 0]])).toEqual([[true], [true]]) // prettier-ignore
  expect(plan([[1000, 500], [1000, 500]])).toEqual([[true], [false]]) // prettier-ignore
})

test('a day with thousands of equal rows is planned as fast as any', () => {
  const many = Array.from({ length: 20_000 }, () => row(may1, -100))
  const account = openAccount()
  expect(planImport('csv', [], many).every((id) => id === null)).toBe(true)
  const stored = many.map((each, n) => ({
    ...feedRow(may1, -100),
    id: String(n),
    described: [{ shape: 'csv', date: may1, bankId: null, textKey: each.textKey }],
  }))
  expect(new Set(planImport('csv', stored, many)).size).toBe(20_000)
  expect(account.rows()).toEqual([])
})

const dates = fc.constantFrom(may1, may2, may3)
const amounts = fc.constantFrom(-500, -700, 500)
const texts = fc.constantFrom('a', 'b')

/** What happened on the account. Each form describes it in its own words, and each file has some days of it. */
const truth = fc.array(fc.record({ date: dates, amountMinor: amounts, text: texts }), { maxLength: 12 })
const cut = fc.record({ shape: fc.constantFrom('csv', 'ofx'), from: dates, to: dates })
const world = fc.record({ truth, cuts: fc.array(cut, { minLength: 1, maxLength: 5 }), seed: fc.integer() })
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never

function fileFor({ truth: all }: World, { shape, from, to }: World['cuts'][number]): IncomingRow[] {
  return all.flatMap(({ date, amountMinor, text }, n) =>
    date >= from && date <= to
      ? [row(date, amountMinor, shape === 'csv' ? text : `ofx ${text}`, shape === 'ofx' ? String(n) : null)]
      : [],
  )
}

const runs = { numRuns: 400, seed: 20260501 }

test('property: a file that is imported again adds nothing', () => {
  fc.assert(
    fc.property(world, (given) => {
      const account = openAccount()
      for (const one of given.cuts) account.add('first', one.shape, fileFor(given, one))
      const before = account.rows()
      for (const one of given.cuts) expect(account.add('again', one.shape, fileFor(given, one))).toBe(0)
      expect(account.rows()).toEqual(before)
    }),
    runs,
  )
})

test('property: files that overlap give the same set in any order, and it is what happened', () => {
  fc.assert(
    fc.property(world, (given) => {
      const forwards = openAccount()
      const backwards = openAccount()
      for (const one of given.cuts) forwards.add('', one.shape, fileFor(given, one))
      for (const one of given.cuts.toReversed()) backwards.add('', one.shape, fileFor(given, one))
      expect(backwards.rows()).toEqual(forwards.rows())
      const covered = given.truth.filter(({ date }) =>
        given.cuts.some(({ from, to }) => date >= from && date <= to),
      )
      expect(forwards.rows()).toEqual(
        covered.map(({ date, amountMinor }) => `${date} ${amountMinor}`).toSorted(),
      )
    }),
    runs,
  )
})

test('property: files of one form give the same rows with the same words in any order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.record({ date: dates, amountMinor: amounts, textKey: texts }))),
      (files) => {
        const rowsOf = (order: typeof files) => {
          const account = openAccount()
          for (const file of order)
            account.add(
              '',
              'csv',
              file.map((each) => ({ ...each, bankId: null })),
            )
          return account.described()
        }
        expect(rowsOf(files.toReversed())).toEqual(rowsOf(files))
      },
    ),
    runs,
  )
})

test('property: any files of any forms give as many rows for a day and amount in any order', () => {
  const file = fc.record({
    shape: fc.constantFrom('csv', 'ofx', 'qif'),
    rows: fc.array(
      fc.record({
        date: dates,
        amountMinor: amounts,
        textKey: texts,
        bankId: fc.constantFrom(null, '1', '2'),
      }),
      { maxLength: 6 },
    ),
  })
  fc.assert(
    fc.property(fc.array(file, { maxLength: 5 }), (files) => {
      const rowsOf = (order: typeof files) => {
        const account = openAccount()
        for (const { shape, rows } of order) account.add('', shape, rows)
        return account.rows()
      }
      const again = [...files, ...files]
      expect(rowsOf(again)).toEqual(rowsOf(files))
    }),
    runs,
  )
})
