import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { checkWorld } from '../../../test/support/fixtures/recurring-expense-checks.ts'
import {
  type PlannedEnd,
  type Step,
  RecurringExpenseWorld,
} from '../../../test/support/fixtures/recurring-expense-world.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import type { Frequency } from '../schedules/rules.ts'
import { makeDueExpenses } from './make-due-expenses.ts'

let app: TestApp
const clock = { now: new Date() }
beforeAll(async () => {
  app = await createTestApp({ now: () => clock.now })
})
afterAll(() => app.close())

const end: fc.Arbitrary<PlannedEnd> = fc.oneof(
  fc.constant({ kind: 'never' } as const),
  fc.record({ kind: fc.constant('date' as const), days: fc.nat(500) }),
  fc.record({ kind: fc.constant('count' as const), count: fc.integer({ min: 1, max: 30 }) }),
)
const which = fc.nat(1000)
const amountMinor = fc.integer({ min: 0, max: 1_000_000 })
const zones = ['UTC', 'Europe/Zurich', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']
const doing = <Name extends Step['do']>(name: Name) => fc.constant(name)
const create = fc.record({
  do: doing('create'),
  frequency: fc.constantFrom<Frequency>('weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'),
  startsIn: fc.oneof(fc.integer({ min: -366, max: 60 }), fc.constantFrom(-1, 0, 1, 31, 32, 200)),
  end,
  amountMinor,
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: create },
  {
    weight: 5,
    arbitrary: fc.record({
      do: doing('wait'),
      // Whole weeks often end on a date with an expense.
      hours: fc.oneof(
        fc.integer({ min: 1, max: 72 }),
        fc.integer({ min: 24, max: 24 * 100 }),
        fc.nat(14).map((weeks) => weeks * 168),
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: doing('drain'), atOnce: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: doing('move'), zone: fc.constantFrom(...zones) }) },
  { weight: 3, arbitrary: fc.record({ do: doing('update'), which, end, amountMinor }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: doing('edit'), which, amountMinor, days: fc.integer({ min: -40, max: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: doing('remove'), which }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('pause', 'resume', 'resume', 'finish'), which }),
  },
)
/** `isMet`: whether the scheduler runs at the same time. */
const steps = fc.array(fc.record({ step, isMet: fc.boolean() }), { minLength: 10, maxLength: 30 })
const start = fc.integer({ min: 0, max: 1500 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days, 11, 30)))

test('whatever is done, and whenever the scheduler comes, each day has its one expense', async () => {
  await fc.assert(
    fc.asyncProperty(start, create, steps, async (began, first, rest) => {
      clock.now = began
      const world = new RecurringExpenseWorld(app, clock, await addBusiness(app.database))
      try {
        for (const { step: each, isMet } of [{ step: first, isMet: false }, ...rest]) {
          const before = await world.rows()
          const { run, follow } = await world.prepare(each)
          // The clock and the time zone change between two runs of the scheduler, not during one.
          const drains = isMet && each.do !== 'wait' && each.do !== 'move'
          await Promise.all([run(), drains && makeDueExpenses(app.deps)])
          follow()
          if (drains) world.drained()
          await checkWorld(world, before, each)
        }
      } finally {
        await world.close()
      }
    }),
    { seed: 20_261_115, numRuns: 20 },
  )
  // The lock prevented conflicts: no run hit a unique key.
  expect(app.log.filter((line) => line.includes('could not be made'))).toEqual([])
})
