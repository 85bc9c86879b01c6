import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { addDays, formatDate } from '../../shared/dates.ts'
import type { InvoiceContent } from '../invoices/document/input-rules.ts'
import { type Frequency, frequencies, occurrence } from '../schedules/rules.ts'
import { fillContent, fillText, filledTexts, periodValues, seriesContentSchema } from './period-text-rules.ts'

const periodOf = (frequency: Frequency, startDate: string, k = 0) =>
  periodValues({ frequency, startDate }, k)?.period

describe('the period', () => {
  test.each([
    ['monthly', '2026-11-01', 0, 'Nov 1 – Nov 30, 2026'],
    ['monthly', '2026-11-01', 1, 'Dec 1 – Dec 31, 2026'],
    ['monthly', '2026-11-15', 1, 'Dec 15, 2026 – Jan 14, 2027'],
    ['monthly', '2027-01-31', 0, 'Jan 31 – Feb 27, 2027'],
    ['monthly', '2027-01-31', 1, 'Feb 28 – Mar 30, 2027'],
    ['monthly', '2028-01-31', 1, 'Feb 29 – Mar 30, 2028'],
    ['monthly', '2028-02-01', 0, 'Feb 1 – Feb 29, 2028'],
    ['monthly', '2026-02-01', 0, 'Feb 1 – Feb 28, 2026'],
    ['weekly', '2026-12-28', 0, 'Dec 28, 2026 – Jan 3, 2027'],
    ['weekly', '2028-02-26', 0, 'Feb 26 – Mar 3, 2028'],
    ['biweekly', '2026-11-02', 1, 'Nov 16 – Nov 29, 2026'],
    ['quarterly', '2026-10-01', 0, 'Oct 1 – Dec 31, 2026'],
    ['quarterly', '2026-11-30', 0, 'Nov 30, 2026 – Feb 27, 2027'],
    ['yearly', '2026-01-01', 0, 'Jan 1 – Dec 31, 2026'],
    ['yearly', '2028-02-29', 0, 'Feb 29, 2028 – Feb 27, 2029'],
    ['yearly', '2028-02-29', 1, 'Feb 28, 2029 – Feb 27, 2030'],
  ] as const)('%s from %s, period %i is %s', (frequency, startDate, k, text) => {
    expect(periodOf(frequency, startDate, k)).toBe(text)
  })

  test('periods follow each other without a gap', () => {
    const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days))
    const anyFrequency = fc.constantFrom(...(Object.keys(frequencies) as Frequency[]))
    fc.assert(
      fc.property(anyFrequency, anyDay, fc.nat(200), (frequency, startDate, k) => {
        const next = formatDate(addDays(occurrence(frequency, startDate, k + 1), -1))
        expect(periodOf(frequency, startDate, k)?.endsWith(`– ${next}`)).toBe(true)
        expect(periodValues({ frequency, startDate }, k + 1)?.previous_period).toBe(
          periodOf(frequency, startDate, k),
        )
      }),
    )
  })
})

test('the months before and after are those of the issue date, over the turn of the year too', () => {
  const values = { frequency: 'monthly', startDate: '2026-11-30' } as const
  expect(periodValues(values, 0)).toMatchObject({ month: 'November', year: '2026', next_month: 'December' })
  expect(periodValues(values, 1)).toMatchObject({ month: 'December', next_month: 'January' })
  expect(periodValues(values, 2)).toMatchObject({
    month: 'January',
    previous_month: 'December',
    year: '2027',
  })
  expect(periodValues({ ...values, startDate: '' }, 0)).toBeNull()
})

const november = periodValues({ frequency: 'monthly', startDate: '2026-11-01' }, 0)!

test('known names are filled in, everything else is left alone', () => {
  expect(fillText('Support {month} {year}, {Period}', november)).toBe(
    'Support November 2026, Nov 1 – Nov 30, 2026',
  )
  for (const text of ['{{month}}', '{day}', '{ month }', 'month', '{', '{}', '{month']) {
    expect(fillText(text, november)).toBe(text)
  }
  expect(fillText('$& {month} $1', november)).toBe('$& November $1')
})

function content(change: Partial<InvoiceContent>): InvoiceContent {
  const { issueDate: _issue, dueDate: _due, sendOption: _send, ...same } = invoiceInput()
  return { ...same, paymentTerms: 'net_30', dueInDays: null, ...change } as InvoiceContent
}
const lines = (description: string): InvoiceContent['charge'] => ({
  kind: 'lines',
  taxIncluded: false,
  lines: [{ description, quantity: 1000, rateMinor: 100 }],
  discount: null,
  taxes: [],
  fees: [],
})

test('description, lines, notes and purchase order are filled in', () => {
  const filled = content({
    description: '{month}',
    notes: 'Thanks for {year}',
    purchaseOrder: 'PO-{year}',
    charge: lines('Support {period}'),
  })
  expect(fillContent(filled, november)).toMatchObject({
    description: 'November',
    notes: 'Thanks for 2026',
    purchaseOrder: 'PO-2026',
    charge: { lines: [{ description: 'Support Nov 1 – Nov 30, 2026', quantity: 1000 }] },
  })
  expect(filledTexts(filled, november)).toEqual([
    'PO-2026',
    'November',
    'Support Nov 1 – Nov 30, 2026',
    'Thanks for 2026',
  ])
  expect(filledTexts(content({ description: 'Plain' }), november)).toEqual([])
})

test('a text that would be too long with its dates is refused', () => {
  const tooLong = seriesContentSchema.safeParse(content({ purchaseOrder: `${'x'.repeat(40)} {period}` }))
  expect(tooLong.error?.issues).toMatchObject([{ path: ['purchaseOrder'], message: /too long once/ }])
  expect(seriesContentSchema.safeParse(content({ purchaseOrder: 'PO {period}' })).success).toBe(true)
})
