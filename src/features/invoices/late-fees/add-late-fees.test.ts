import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { creditInput } from '../../../../test/support/fixtures/credit-notes.ts'
import { invoiceInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { asOwner, markPaid } from '../../../../test/support/fixtures/invoices.ts'
import {
  type LateFeeApp,
  createLateFeeApp,
  feeMonthly,
  feeOnce,
} from '../../../../test/support/late-fees/late-fee-app.ts'
import { answerOf } from '../../../../test/support/test-app.ts'
import { createCreditNote } from '../../credit-notes/contract.ts'
import { pauseReminders, resumeReminders } from '../../reminders/contract.ts'
import { deleteInvoice, duplicateInvoice, emailInvoice, getTimeline, updateInvoice } from '../contract.ts'
import type { InvoiceInput } from '../document/input-rules.ts'
import { addNextLateFee } from './add-late-fees.ts'

let late: LateFeeApp
let business: Awaited<ReturnType<LateFeeApp['open']>>
beforeAll(async () => {
  late = await createLateFeeApp()
})
beforeEach(async () => {
  late.setClock('2026-10-01T12:00:00Z')
  business = await late.open()
})
afterAll(() => late.app.close())

/** Saves an invoice again, with changes. */
async function change(id: string, changes: Partial<InvoiceInput>) {
  const { cookie, read } = business
  const { version, issueDate, dueDate, charge, lateFeeTerms, client, paymentTerms } = await read(id)
  const kept = { issueDate, dueDate, charge, lateFeeTerms, client, paymentTerms }
  const body = { ...invoiceInput({ ...kept, ...changes }), version }
  const response = await late.app.send(updateInvoice, { params: { id }, body }, { cookie })
  return answerOf(updateInvoice, response)
}

describe('a fee that is added once', () => {
  test('stands on the invoice with its reason from the sending hour of its day on', async () => {
    const { id } = await business.late(feeOnce)
    expect(await business.nextFee(id)).toBe('2026-11-15 at 2026-11-15T09:00')
    await late.addAt('2026-11-15T08:59:00Z')
    expect(await business.fees(id)).toEqual([])
    await late.addAt('2026-11-15T09:00:00Z')
    await late.addAt('2026-12-15T09:00:00Z')
    expect(await business.fees(id)).toEqual(['2026-11-15 25.00'])
    expect(await business.nextFee(id)).toBeNull()
    expect(await business.read(id)).toMatchObject({
      charge: { kind: 'amount', amountMinor: 100_000 },
      totals: { subtotalMinor: 100_000, feesMinor: 2500, totalMinor: 102_500 },
      openMinor: 102_500,
      dueMinor: 102_500,
      lateFees: [{ dueDate: '2026-11-01', on: '2026-11-15', amountMinor: 2500 }],
    })
    const timeline = await late.app.send(getTimeline, { params: { id } }, business)
    expect((await answerOf(getTimeline, timeline)).entries[0]).toMatchObject({
      kind: 'late-fee',
      amountMinor: 2500,
      note: '14 days after Nov 1, 2026',
    })
  })

  test('comes at the hour and in the zone of the business, which may change', async () => {
    const there = await late.open({ timeZone: 'America/New_York' })
    const { id } = await there.late(feeOnce)
    // Clocks go back on November 1.
    expect(await there.nextFee(id)).toBe('2026-11-15 at 2026-11-15T14:00')
    await there.series([0], { sendHour: 7 })
    expect(await there.nextFee(id)).toBe('2026-11-15 at 2026-11-15T12:00')
    await there.sql(`update businesses set time_zone = 'Asia/Tokyo'`)
    expect(await there.nextFee(id)).toBe('2026-11-15 at 2026-11-14T22:00')
  })

  test('follows the lines, and is not taxed', async () => {
    const { id } = await business.late({ ...feeOnce, kind: 'percentage', value: 10_000 }, invoiceCharge)
    await late.addAt('2026-11-15T09:00:00Z')
    // 10% of 110.00.
    expect((await business.read(id)).totals).toMatchObject({
      taxMinor: 1000,
      feesMinor: 1100,
      totalMinor: 12_100,
    })
  })

  test('counts in yen and in dinars', async () => {
    const percent = { ...feeOnce, kind: 'percentage', value: 1500 } as const
    const charge = { kind: 'amount', amountMinor: 10_050 } as const
    const yen = await business.late(percent, { currency: 'JPY', charge })
    const dinars = await business.late(percent, {
      currency: 'KWD',
      charge: { ...charge, amountMinor: 1_000_500 },
    })
    await late.addAt('2026-11-15T09:00:00Z')
    expect((await business.read(yen.id)).openMinor).toBe(10_201)
    expect((await business.read(dinars.id)).openMinor).toBe(1_015_508)
  })
})

const invoiceCharge: Pick<InvoiceInput, 'charge'> = {
  charge: {
    kind: 'lines',
    taxIncluded: false,
    lines: [{ description: 'Design', quantity: 1000, rateMinor: 10_000 }],
    discount: null,
    taxes: [{ name: 'VAT', rate: 10_000 }],
    fees: [],
  },
}

describe('a fee that is added each month', () => {
  test('is a percentage of what is overdue without fees, up to the limit', async () => {
    const { id } = await business.late({ ...feeMonthly, maxMinor: 4000 })
    for (const month of ['2026-11', '2026-12', '2027-01', '2027-02']) {
      await late.addAt(`${month}-15T09:00:00Z`)
    }
    expect(await business.fees(id)).toEqual(['2026-11-15 15.00', '2026-12-15 15.00', '2027-01-15 10.00'])
    expect(await business.lateFees(id)).toMatchObject({ next: null, hint: 'limit' })
  })

  test('is made up for month by month after an outage', async () => {
    const { id } = await business.late(feeMonthly)
    await late.addAt('2027-02-01T00:00:00Z')
    expect(await business.fees(id)).toEqual(['2026-11-15 15.00', '2026-12-15 15.00', '2027-01-15 15.00'])
    expect(await business.nextFee(id)).toBe('2027-02-15 at 2027-02-15T09:00')
  })

  test('follows a part payment, and ends when only fees are left', async () => {
    const { id } = await business.late(feeMonthly)
    await late.addAt('2026-11-15T09:00:00Z')
    late.setClock('2026-11-20T12:00:00Z')
    await business.pay(id, 40_000, '2026-11-20')
    await late.addAt('2026-12-15T09:00:00Z')
    expect(await business.fees(id)).toEqual(['2026-11-15 15.00', '2026-12-15 9.00'])
    late.setClock('2026-12-20T12:00:00Z')
    await business.pay(id, 60_000, '2026-12-20')
    expect((await business.read(id)).openMinor).toBe(2400)
    expect(await business.nextFee(id)).toBeNull()
  })
})

describe('no fee is added', () => {
  const nothingAt = async (id: string, iso = '2026-12-24T12:00:00Z') => {
    await late.addAt(iso)
    expect(await business.fees(id)).toEqual([])
  }

  test('without terms', async () => {
    const { id } = await business.late(null)
    await nothingAt(id)
    expect(await business.nextFee(id)).toBeNull()
  })

  test('to one that is paid, even between being found and being locked', async () => {
    const { id } = await business.late(feeOnce)
    late.setClock('2026-11-15T09:00:00Z')
    await markPaid(late.app, business.businessId, id)
    expect(await addNextLateFee(late.app.deps, business.key(id))).toBe(false)
    await nothingAt(id)
  })

  test('to one that is disputed, credited, canceled or deleted', async () => {
    const [disputed, credited, canceled, deleted] = [
      await business.late(feeOnce),
      await business.late(feeOnce),
      await business.late(feeOnce),
      await business.late(feeOnce),
    ]
    await business.sql('update invoices set is_disputed = true where id = $1', [disputed.id])
    const credit = (id: string, body = creditInput()) =>
      late.app.send(createCreditNote, { params: { id }, body }, business)
    await credit(credited.id, creditInput({ credit: { kind: 'amount', amountMinor: 100 } }))
    await credit(canceled.id)
    await late.app.send(deleteInvoice, { params: { id: deleted.id } }, business)
    late.setClock('2026-11-15T09:00:00Z')
    expect(await addNextLateFee(late.app.deps, business.key(deleted.id))).toBe(false)
    for (const { id } of [disputed, credited, canceled]) await nothingAt(id)
  })

  test('to a draft, and for no day before it was sent', async () => {
    const { id } = await business.late(feeMonthly, { sendOption: 'email_later' })
    await nothingAt(id, '2026-11-20T09:00:00Z')
    await late.app.send(emailInvoice, { params: { id } }, business)
    await late.addAt('2026-12-15T09:00:00Z')
    expect(await business.fees(id)).toEqual(['2026-12-15 15.00'])
  })

  test('for a day before the terms stood on the invoice', async () => {
    const { id } = await business.late(null)
    late.setClock('2026-11-20T12:00:00Z')
    await change(id, { lateFeeTerms: feeMonthly })
    await late.addAt('2026-12-15T09:00:00Z')
    expect(await business.fees(id)).toEqual(['2026-12-15 15.00'])
  })

  test('while the reminders are paused, nor for that time afterwards', async () => {
    const { id } = await business.late(feeMonthly)
    await late.app.send(pauseReminders, { params: { id } }, business)
    await nothingAt(id, '2026-11-20T09:00:00Z')
    expect((await business.lateFees(id)).hint).toBe('paused')
    await late.app.send(resumeReminders, { params: { id } }, business)
    await late.addAt('2026-12-15T09:00:00Z')
    expect(await business.fees(id)).toEqual(['2026-12-15 15.00'])
  })

  test('while a payment is on its way, and then if it fails', async () => {
    const { id } = await business.late(feeOnce)
    await business.sql(
      `insert into checkouts (business_id, invoice_id, invoice_number, currency, amount_minor, request, state, expires_at)
       values ($1, $2, 'X', 'USD', 100000, '{}', 'processing', now())`,
      [business.businessId, id],
    )
    await nothingAt(id, '2026-11-16T09:00:00Z')
    await business.sql(`update checkouts set state = 'expired' where invoice_id = $1`, [id])
    await late.addAt('2026-11-17T09:00:00Z')
    expect(await business.fees(id)).toEqual(['2026-11-15 25.00'])
  })

  test('while the business is suspended, nor after the date of its deletion', async () => {
    const { id } = await business.late(feeOnce)
    const set = (what: string) =>
      asOwner(late.app, 'businesses', `update businesses set ${what} where id = '${business.businessId}'`)
    await set('suspended_at = now()')
    await nothingAt(id)
    await set(`suspended_at = null, deletion_requested_at = now(), delete_after = '2026-12-01'`)
    await nothingAt(id)
    await set('deletion_requested_at = null, delete_after = null')
    await late.addAt('2026-12-25T09:00:00Z')
    expect(await business.fees(id)).toEqual(['2026-11-15 25.00'])
  })
})

describe('an invoice with a late fee', () => {
  test('keeps it when it is changed, and another date begins anew', async () => {
    const { id } = await business.late(feeOnce)
    await late.addAt('2026-11-15T09:00:00Z')
    const changed = await change(id, { charge: { kind: 'amount', amountMinor: 50_000 } })
    expect(changed).toMatchObject({ totals: { totalMinor: 52_500 }, openMinor: 52_500 })
    late.setClock('2026-11-20T12:00:00Z')
    // Its day would have been November 16.
    await change(id, { dueDate: '2026-11-02', paymentTerms: 'custom' })
    expect(await business.nextFee(id)).toBeNull()
    await change(id, { dueDate: '2026-12-01', paymentTerms: 'custom' })
    await late.addAt('2026-12-15T09:00:00Z')
    expect(await business.fees(id)).toEqual(['2026-11-15 25.00', '2026-12-15 25.00'])
  })

  test('is copied without it', async () => {
    const { id } = await business.late(feeOnce, inParts)
    await late.addAt('2026-11-15T09:00:00Z')
    const response = await late.app.send(duplicateInvoice, { params: { id } }, business)
    const copy = await answerOf(duplicateInvoice, response)
    expect(copy).toMatchObject({
      lateFees: [],
      lateFeeTerms: feeOnce,
      totals: { feesMinor: 0, totalMinor: 100_000 },
      parts: [{ amountMinor: 30_000 }, { amountMinor: 70_000 }],
    })
  })

  test('can be credited whole, its late fee included', async () => {
    const { id } = await business.late(feeOnce, invoiceCharge)
    await late.addAt('2026-11-15T09:00:00Z')
    const fee = { kind: 'lines', lines: [], fees: [0] } as const
    const send = (body: ReturnType<typeof creditInput>) =>
      late.app.send(createCreditNote, { params: { id }, body }, business)
    const first = await answerOf(
      createCreditNote,
      await send(creditInput({ credit: { ...fee, lines: [], fees: [0] } })),
    )
    expect(first.charge).toMatchObject({
      fees: [{ description: 'Late fee: 14 days after Nov 1, 2026', amountMinor: 2500 }],
    })
    const rest = await answerOf(createCreditNote, await send(creditInput()))
    expect(rest.totals.totalMinor).toBe(11_000)
    expect((await business.read(id)).status).toBe('cancelled')
  })
})

/** 30% on November 1, the rest on December 1. */
const inParts: Partial<InvoiceInput> = {
  dueDate: '2026-12-01',
  paymentTerms: 'custom',
  parts: [{ amount: { kind: 'percentage', value: 30_000 }, dueDate: '2026-11-01' }],
}

describe('an invoice in parts', () => {
  test('gets the fee of each part that is late, due with that part', async () => {
    const percent = { ...feeOnce, kind: 'percentage', value: 10_000 } as const
    const { id } = await business.late(percent, inParts)
    await late.addAt('2026-11-15T09:00:00Z')
    // 10% of 300.00.
    expect(await business.read(id)).toMatchObject({
      dueMinor: 33_000,
      parts: [
        { amountMinor: 33_000, openMinor: 33_000, dueDate: '2026-11-01' },
        { amountMinor: 70_000, openMinor: 70_000, dueDate: '2026-12-01' },
      ],
    })
    await late.addAt('2026-12-15T09:00:00Z')
    expect(await business.fees(id)).toEqual(['2026-11-15 30.00', '2026-12-15 70.00'])
    expect((await business.read(id)).parts.map(({ openMinor }) => openMinor)).toEqual([33_000, 77_000])
  })

  test('gets none for a part that was paid in time', async () => {
    const { id } = await business.late(feeOnce, inParts)
    await business.pay(id, 30_000, '2026-10-01')
    await late.addAt('2026-11-20T09:00:00Z')
    expect(await business.fees(id)).toEqual([])
    expect(await business.nextFee(id)).toBe('2026-12-15 at 2026-12-15T09:00')
  })

  test('keeps the fee of a part with it when the invoice is changed', async () => {
    const { id } = await business.late(feeOnce, inParts)
    await late.addAt('2026-11-15T09:00:00Z')
    const amount = { kind: 'fixed', value: 20_000 } as const
    const kept = await change(id, { ...inParts, parts: [{ amount, dueDate: '2026-11-01' }] })
    expect(kept.parts.map(({ amountMinor }) => amountMinor)).toEqual([22_500, 80_000])
    const moved = await change(id, { ...inParts, parts: [{ amount, dueDate: '2026-11-10' }] })
    expect(moved.parts.map(({ amountMinor }) => amountMinor)).toEqual([20_000, 82_500])
  })
})
