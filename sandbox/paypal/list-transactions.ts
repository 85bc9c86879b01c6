import { createHash } from 'node:crypto'
import { z } from 'zod'
import { moneyOf, paypalStep } from '../../src/platform/paypal/paypal-money.ts'
import type { Currency } from '../../src/shared/currencies.ts'
import { listPaidOrders } from './order-store.ts'
import type { PaypalSandbox, SandboxCall } from './paypal-sandbox.ts'
import { readBody } from './read-body.ts'
import { type SandboxOrder, clearedAt, currencyOf } from './sandbox-order.ts'
import { SandboxRefusal } from './sandbox-refusal.ts'

const day = 86_400_000

interface Booking {
  id: string
  code: 'T0006' | 'T1107' | 'T0401'
  at: number
  currency: Currency
  minor: number
  feeMinor: number
  /** The payment of a refund. */
  of: string | null
  subject: string
}

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const count = z
  .string()
  .regex(/^[1-9]\d{0,4}$/)
  .transform(Number)

const querySchema = z.strictObject({
  start_date: moment,
  end_date: moment,
  fields: z.literal('transaction_info').optional(),
  balance_affecting_records_only: z.enum(['Y', 'N']).optional(),
  page_size: count.refine((size) => size <= 500).default(100),
  page: count.default(1),
})

/** Lists what changed the balance. The balance of each day is withdrawn to the bank after midnight. */
export async function listTransactions({
  sandbox,
  tx,
  account,
  merchant,
  query,
}: SandboxCall): Promise<object> {
  const asked = readBody(querySchema, Object.fromEntries(query))
  const { start_date: start, end_date: end, page, page_size: size } = asked
  if (end - start > 31 * day || end < start) {
    const description = 'Date range is greater than 31 days or the end is before the start.'
    throw new SandboxRefusal(400, { issue: 'INVALID_REQUEST', description })
  }
  const orders = await listPaidOrders(tx, { account, merchant })
  const moved = orders.flatMap((order) => bookingsOf(sandbox, order))
  const all = [...moved, ...withdrawals(moved, merchant, sandbox.now().getTime())]
    .filter(({ at }) => at >= start && at <= end)
    .toSorted((a, b) => a.at - b.at)
  return {
    transaction_details: all
      .slice((page - 1) * size, page * size)
      .map((booking) => ({ transaction_info: show(booking) })),
    account_number: account,
    start_date: textOf(start),
    end_date: textOf(end),
    last_refreshed_datetime: textOf(sandbox.now().getTime()),
    page,
    total_items: all.length,
    total_pages: Math.ceil(all.length / size),
  }
}

/** 2.9 % and a fixed amount. Refunds return no fees. */
function feeOf(minor: number, currency: Currency): number {
  const step = paypalStep(currency)
  return Math.round((minor * 0.029) / step) * step + 30 * step
}

function bookingsOf(sandbox: PaypalSandbox, order: SandboxOrder): Booking[] {
  const { payment, unit } = order
  const cleared = clearedAt(order, sandbox.now())
  if (!payment || cleared === null) return []
  const currency = currencyOf(order)
  const subject = unit.description
  const paid: Booking = {
    id: payment.id,
    code: 'T0006',
    at: cleared,
    currency,
    minor: unit.minor,
    feeMinor: feeOf(unit.minor, currency),
    of: null,
    subject,
  }
  const refunds = order.refunds.map(({ id, minor, createdAt }): Booking => {
    const at = Date.parse(createdAt)
    return { id, code: 'T1107', at, currency, minor: -minor, feeMinor: 0, of: payment.id, subject }
  })
  return [paid, ...refunds]
}

function withdrawals(moved: readonly Booking[], merchant: string, now: number): Booking[] {
  const made: Booking[] = []
  for (const [currency, bookings] of Map.groupBy(moved, (booking) => booking.currency)) {
    let balance = 0
    const byDay = Map.groupBy(bookings, ({ at }) => Math.floor(at / day))
    for (const date of [...byDay.keys()].toSorted((a, b) => a - b)) {
      for (const { minor, feeMinor } of byDay.get(date) ?? []) balance += minor - feeMinor
      const at = (date + 1) * day
      if (balance <= 0 || at > now) continue
      const id = createHash('sha256').update(`${merchant} ${currency} ${date}`).digest('hex')
      const subject = 'Transfer to the bank'
      made.push({
        id: id.slice(0, 17).toUpperCase(),
        code: 'T0401',
        at,
        currency,
        minor: -balance,
        feeMinor: 0,
        of: null,
        subject,
      })
      balance = 0
    }
  }
  return made
}

function show({ id, code, at, currency, minor, feeMinor, of, subject }: Booking): object {
  return {
    transaction_id: id,
    ...(of === null ? {} : { paypal_reference_id: of, paypal_reference_id_type: 'TXN' }),
    transaction_event_code: code,
    transaction_initiation_date: textOf(at),
    transaction_updated_date: textOf(at),
    transaction_amount: signed(minor, currency),
    ...(feeMinor === 0 ? {} : { fee_amount: signed(-feeMinor, currency) }),
    transaction_status: 'S',
    transaction_subject: subject,
  }
}

function signed(minor: number, currency: Currency): object {
  const { value, ...rest } = moneyOf({ minor: Math.abs(minor), currency })
  return { ...rest, value: minor < 0 ? `-${value}` : value }
}

/** 2026-03-11T04:03:52+0000 */
function textOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, '+0000')
}
