import { addMonths } from 'date-fns'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type LateFeeApp,
  createLateFeeApp,
  feeMonthly,
} from '../../../../test/support/late-fees/late-fee-app.ts'
import { queryTenant } from '../../../platform/db/transaction.ts'
import { addDays, daysBetween } from '../../../shared/dates.ts'

let late: LateFeeApp
let business: Awaited<ReturnType<LateFeeApp['open']>>
beforeAll(async () => {
  late = await createLateFeeApp()
  business = await late.open()
})
afterAll(() => late.app.close())

const isoOf = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`

/** The day of a fee, counted in the browser's calendar: the same month, or its last day. */
function dayOf(dueDate: string, afterDays: number, period: number): string {
  const [year, month, day] = addDays(dueDate, afterDays).split('-').map(Number)
  return isoOf(addMonths(new Date(year!, month! - 1, day), period))
}

interface Day {
  period: number
  on: string
}

const daysOf = (dueDate: string, afterDays: number, since: string, settled: number) =>
  queryTenant<Day>(late.app.database, business.businessId, {
    text: `select period, fee_on::text as on
           from platform.late_fee_days($1, $2::jsonb, $3, $4) order by period`,
    values: [dueDate, JSON.stringify({ ...feeMonthly, afterDays }), since, settled],
  })

test('months are counted from the first fee, across ends of months and leap days', async () => {
  const on = async (dueDate: string) =>
    (await daysOf(dueDate, 1, dueDate, 3)).slice(0, 4).map((day) => day.on)
  expect(await on('2027-01-30')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  expect(await on('2028-01-28')).toEqual(['2028-01-29', '2028-02-29', '2028-03-29', '2028-04-29'])
})

test('the database and a calendar agree on every day, and it finds one that is still to come', async () => {
  const date = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days))
  await fc.assert(
    fc.asyncProperty(
      date,
      fc.integer({ min: 1, max: 365 }),
      fc.integer({ min: -400, max: 1500 }),
      fc.integer({ min: 0, max: 20 }),
      async (dueDate, afterDays, ahead, settled) => {
        const since = addDays(dueDate, ahead)
        const days = await daysOf(dueDate, afterDays, since, settled)
        for (const { period, on } of days) expect(on).toBe(dayOf(dueDate, afterDays, period))
        // Whichever of them were settled, one is left that lies after the moment.
        const later = days.filter(({ on }) => daysBetween(since, on) > 0)
        expect(later.length).toBeGreaterThan(settled)
        const [first] = later
        if (first!.period > 0) {
          expect(dayOf(dueDate, afterDays, first!.period - 1) <= since).toBe(true)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('the moment is the sending hour of its day, also where clocks are put forward', async () => {
  late.setClock('2027-03-01T12:00:00Z')
  const there = await late.open({ timeZone: 'America/New_York' })
  await there.series([0], { sendHour: 2 })
  const once = { ...feeMonthly, afterDays: 7, repeats: 'once' } as const
  // At two o'clock on March 14, clocks show three.
  const { id } = await there.late(once, { issueDate: '2027-03-01', dueDate: '2027-03-07' })
  expect(await there.nextFee(id)).toBe('2027-03-14 at 2027-03-14T07:00')
})
