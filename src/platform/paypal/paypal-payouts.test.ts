import { afterEach, expect, test } from 'vitest'
import {
  closePaypals,
  now,
  paypalAnswering,
  sending,
} from '../../../test/support/providers/answering-paypal.ts'

afterEach(closePaypals)

const money = (value: string, currency = 'USD') => ({ currency_code: currency, value })
const at = (day: string) => `2026-03-${day}T10:00:00+0000`

function transaction(id: string, code: string, date: string, value: string, more: object = {}) {
  return {
    transaction_info: {
      transaction_id: id,
      transaction_event_code: code,
      transaction_initiation_date: date,
      transaction_amount: money(value),
      transaction_status: 'S',
      ...more,
    },
  }
}

const withdrawal = {
  providerPayoutId: 'WITHDRAWAL2',
  currency: 'USD',
  amountMinor: 15_000,
  state: 'paid',
  arrivesOn: '2026-03-20',
  createdAt: new Date('2026-03-20T10:00:00Z'),
  isItemized: true,
} as const

const history = [
  transaction('OLD', 'T0006', at('05'), '50.00'),
  transaction('WITHDRAWAL1', 'T0400', at('10'), '-50.00'),
  transaction('PAID', 'T0006', at('12'), '200.00', {
    fee_amount: money('-6.10'),
    transaction_subject: 'Invoice 7',
  }),
  transaction('PENDING', 'T0006', at('12'), '33.00', { transaction_status: 'P' }),
  transaction('EUROS', 'T0006', at('13'), '10.00', { transaction_amount: money('10.00', 'EUR') }),
  transaction('REFUND', 'T1107', at('14'), '-20.00', {
    paypal_reference_id: 'PAID',
    paypal_reference_id_type: 'TXN',
  }),
  transaction('BOUGHT', 'T0003', at('15'), '-9.99'),
  transaction('NEW', 'T7777', at('16'), '0.50'),
  transaction('UNREADABLE', 'T0006', at('16'), 'a lot'),
  transaction('WITHDRAWAL2', 'T0400', at('20'), '-150.00', { fee_amount: money('-1.75') }),
  transaction('LATER', 'T0006', at('21'), '5.00'),
]
const answer = sending(200, { transaction_details: history, total_pages: 1 })

test('withdrawals to the bank are payouts', async () => {
  const { paypal, asked } = await paypalAnswering(answer)
  const since = new Date(now.getTime() - 40 * 86_400_000)
  const found = await paypal.payouts.listSince(since)
  expect(found.map(({ providerPayoutId }) => providerPayoutId)).toEqual(['WITHDRAWAL1', 'WITHDRAWAL2'])
  expect(found[1]).toEqual(withdrawal)
  // 40 days are two windows of at most 31.
  const searches = asked.filter(({ what }) => what.startsWith('GET /v1/reporting'))
  expect(searches).toHaveLength(2)
})

test('a payout consists of what has changed the balance since the one before', async () => {
  const { paypal } = await paypalAnswering(answer)
  const entries = await paypal.payouts.entries(withdrawal)
  expect(
    entries.map(({ providerEntryId: id, kind, amountMinor, feeMinor }) => [id, kind, amountMinor, feeMinor]),
  ).toEqual([
    ['PAID', 'payment', 20_000, 610],
    ['REFUND', 'refund', -2000, 0],
    ['BOUGHT', 'other', -999, 0],
    ['NEW', 'other', 50, 0],
    ['WITHDRAWAL2', 'fee', -175, 0],
  ])
  expect(entries[0]).toMatchObject({ paymentId: 'PAID', refundId: null, description: 'Invoice 7' })
  expect(entries[1]).toMatchObject({ paymentId: 'PAID', refundId: 'REFUND' })
})

test('an app without transaction search is refused as forbidden', async () => {
  const { paypal } = await paypalAnswering(sending(403, { name: 'NOT_AUTHORIZED' }))
  await expect(paypal.payouts.listSince(new Date(now.getTime() - 1000))).rejects.toMatchObject({
    kind: 'refused',
    isForbidden: true,
  })
})
