import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveOn } from '../../../test/support/figures/acts.ts'
import { type FigureWorld, openFigureWorld } from '../../../test/support/figures/world.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { updateJournal } from './update-journal.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const rowsOf = async (world: FigureWorld, text: string) => (await world.run(text, [world.businessId])).rows

/** Everything that must hold of any journal: each source comes to nothing on each basis, and the sums are those of the rows. */
async function expectBalanced(world: FigureWorld): Promise<void> {
  const unbalanced = `
    select source, source_id, b.basis, currency, sum(minor) as minor
    from journal cross join (values ('accrual'), ('cash')) b(basis)
    where business_id = $1 and journal.basis in ('both', b.basis)
    group by 1, 2, 3, 4 having sum(minor) <> 0`
  expect(await rowsOf(world, unbalanced)).toEqual([])
  const different = `
    select span, starts_on, basis, account, is_bank, is_test, currency, sum(minor), sum(count) from (
      select span, starts_on, basis, account, is_bank, is_test, currency, minor, count from journal_totals where business_id = $1
      union all
      select span, starts_on, basis, account, source = 'transaction', is_test,
        case when home_minor is null then j.currency else b.currency end, -coalesce(home_minor, minor), -1
      from journal j join businesses b on b.id = j.business_id
      cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date)) s (span, starts_on)
      where business_id = $1
    ) sums group by 1, 2, 3, 4, 5, 6, 7 having sum(minor) <> 0 or sum(count) <> 0`
  expect(await rowsOf(world, different)).toEqual([])
}

test('the journal follows whatever happens to invoices, payments, expenses and banks', async () => {
  for (const seed of [11, 12, 13]) {
    const world = await openFigureWorld(app, seed)
    for (let look = 0; look < 3; look += 1) {
      await liveOn(world, 12)
      expect(await updateJournal(app, world.businessId)).toBe(0)
      await expectBalanced(world)
      const spent = `
        select (select coalesce(sum(amount_minor), 0)::text from expenses where business_id = $1) as rows,
          (select coalesce(sum(minor), 0)::text from journal where business_id = $1 and account like 'expense:%'
            and source = 'expense') as journal`
      const [sums] = await rowsOf(world, spent)
      expect(sums.journal).toBe(sums.rows)
    }
  }
})
