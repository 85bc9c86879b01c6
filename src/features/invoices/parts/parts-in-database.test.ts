import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { queryTenant } from '../../../platform/db/transaction.ts'
import { addDays } from '../../../shared/dates.ts'
import {
  type PartMoney,
  type StoredPart,
  dueNowMinor,
  nextDueDate,
  partsOn,
  splitParts,
} from './part-rules.ts'

let app: TestApp
let businessId: string
let id: string
beforeAll(async () => {
  app = await createTestApp()
  const { session } = await app.signUpAndIn()
  businessId = session.business.id
  id = await addInvoiceRow(app.database, businessId)
})
afterAll(() => app.close())

const first = '2026-11-01'
const minor = fc.integer({ min: 0, max: 3000 })
const ledgers = fc.record({
  amounts: fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 6 }),
  /** What was added to the total after the parts were made, such as a fee. */
  added: fc.integer({ min: 0, max: 100 }),
  creditNotesMinor: minor,
  creditedMinor: minor,
  receivedMinor: minor,
  waivedMinor: minor,
  days: fc.integer({ min: -5, max: 60 }),
})

interface Row extends Record<string, unknown> {
  dueDate: string
  dueMinor: number
  open: { day: string; minor: number }[]
}

test('the database and the rules agree on the next date, on what is due and on what is open of each part', async () => {
  await fc.assert(
    fc.asyncProperty(ledgers, async ({ amounts, added, days, ...moved }) => {
      const parts: StoredPart[] = amounts.map((amountMinor, index) => ({
        amount: index === amounts.length - 1 ? null : { kind: 'fixed', value: amountMinor },
        amountMinor,
        dueDate: addDays(first, index * 9),
      }))
      const totalMinor = amounts.reduce((sum, one) => sum + one, added)
      const creditNotesMinor = Math.min(moved.creditNotesMinor, totalMinor)
      const money: PartMoney = { ...moved, totalMinor, creditNotesMinor }
      const today = addDays(first, days)
      await queryTenant(app.database, businessId, {
        text: `update invoices set parts = $2, subtotal_minor = $3, total_minor = $3, credit_notes_minor = $4,
                 credited_minor = $5, received_minor = $6, waived_minor = $7 where id = $1`,
        values: [
          id,
          JSON.stringify(parts),
          totalMinor,
          creditNotesMinor,
          money.creditedMinor,
          money.receivedMinor,
          money.waivedMinor,
        ],
      })
      const [row] = await queryTenant<Row>(app.database, businessId, {
        text: `select due_date::text as "dueDate", platform.due_minor(i, $2::date)::float8 as "dueMinor",
                 (select coalesce(json_agg(json_build_object('day', o.due_on, 'minor', o.minor)), '[]')
                  from platform.open_parts(parts, received_minor + waived_minor,
                    total_minor - credit_notes_minor - credited_minor) o) as open
               from invoices i where id = $1`,
        values: [id, today],
      })
      const open = splitParts(parts, money).flatMap(({ openMinor }, index) =>
        openMinor > 0 ? [{ day: parts[index]!.dueDate, minor: openMinor }] : [],
      )
      expect(row).toEqual({
        dueDate: nextDueDate(parts, money),
        dueMinor: dueNowMinor(partsOn(today, parts, { ...money, isOpen: true })),
        open,
      })
    }),
    { numRuns: 200 },
  )
})

test('an invoice without parts keeps the due date that was entered', async () => {
  const plain = await addInvoiceRow(app.database, businessId)
  const read = async () =>
    queryTenant<{ dueDate: string }>(app.database, businessId, {
      text: 'update invoices set received_minor = 1 where id = $1 returning due_date::text as "dueDate"',
      values: [plain],
    })
  const [before] = await read()
  expect(before?.dueDate).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(await read()).toEqual([before])
})
