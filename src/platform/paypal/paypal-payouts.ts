import { z } from 'zod'
import { type Currency, digitsOf, isCurrency } from '../../shared/currencies.ts'
import type { CardPayouts, PayoutEntryFacts, PayoutFacts } from '../cards/card-provider.ts'
import { type PaypalClient, checkResponse } from './paypal-client.ts'

const day = 86_400_000
/** PayPal searches at most 31 days at a time. */
const windowMs = 31 * day
/** How many windows are searched for the withdrawal before this one. */
const maxWindows = 6
const pageSize = 500

/** With a sign, in any currency: an account can hold more than can be charged here. */
const signedSchema = z.object({
  currency_code: z.string().refine(isCurrency),
  value: z.string().regex(/^-?\d{1,12}(\.\d{1,3})?$/),
})

// PayPal writes the offset without a colon: 2026-03-11T04:03:52+0000.
const momentSchema = z
  .string()
  .transform((text) => new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')))
  .refine((moment) => !Number.isNaN(moment.getTime()))

const transactionSchema = z.object({
  transaction_id: z.string().min(1),
  transaction_event_code: z.string(),
  transaction_initiation_date: momentSchema,
  transaction_amount: signedSchema,
  fee_amount: signedSchema.nullish(),
  transaction_status: z.string(),
  paypal_reference_id: z.string().nullish(),
  paypal_reference_id_type: z.string().nullish(),
  transaction_subject: z.string().nullish(),
})
const pageSchema = z.object({
  transaction_details: z.array(z.object({ transaction_info: z.unknown() })).nullish(),
  total_pages: z.int().nullish(),
})

interface PaypalTransaction {
  id: string
  code: string
  at: Date
  currency: Currency
  amountMinor: number
  feeMinor: number
  status: string
  /** The transaction that it refers to, such as the payment of a refund. */
  referenceId: string | null
  subject: string
}

const states = new Map<string, PayoutFacts['state']>(
  Object.entries({
    S: 'paid',
    P: 'in-transit',
    D: 'failed',
    V: 'failed',
  } satisfies Record<string, PayoutFacts['state']>),
)

/** Of the codes at https://developer.paypal.com/docs/transaction-search/transaction-event-codes, the longest first. */
const kinds: readonly [code: string, kind: PayoutEntryFacts['kind']][] = [
  ['T1106', 'dispute'],
  ['T1107', 'refund'],
  ['T1108', 'fee'],
  ['T1109', 'fee'],
  ['T1110', 'dispute'],
  ['T1111', 'dispute'],
  ['T1201', 'dispute'],
  ['T1202', 'dispute'],
  ['T01', 'fee'],
  ['T02', 'adjustment'],
  ['T11', 'adjustment'],
  ['T12', 'adjustment'],
  ['T15', 'adjustment'],
  ['T21', 'adjustment'],
]

export function createPaypalPayouts(client: PaypalClient, now: () => Date): CardPayouts {
  async function search(from: Date, to: Date): Promise<PaypalTransaction[]> {
    const all: PaypalTransaction[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = new URLSearchParams({
        start_date: from.toISOString(),
        end_date: to.toISOString(),
        fields: 'transaction_info',
        balance_affecting_records_only: 'Y',
        page_size: String(pageSize),
        page: String(page),
      })
      const answer = pageSchema.parse(await client.get(`/v1/reporting/transactions?${query.toString()}`))
      for (const detail of answer.transaction_details ?? []) all.push(...read(detail.transaction_info))
      pages = answer.total_pages ?? 1
    }
    return all
  }

  return {
    listSince: (moment) =>
      checkResponse(async () => {
        const end = now().getTime()
        const all = new Map<string, PayoutFacts>()
        for (let from = moment.getTime(); from < end; from += windowMs) {
          const found = await search(new Date(from), new Date(Math.min(from + windowMs, end)))
          for (const one of found) if (isWithdrawal(one)) all.set(one.id, factsOf(one))
        }
        return [...all.values()]
      }),
    entries: (payout) =>
      checkResponse(async () => {
        const { providerPayoutId, currency, createdAt } = payout
        const found = new Map<string, PaypalTransaction>()
        let before: PaypalTransaction | undefined
        for (let count = 0; count < maxWindows && !before; count += 1) {
          const to = createdAt.getTime() - count * windowMs
          for (const one of await search(new Date(to - windowMs), new Date(to))) {
            if (one.currency === currency && hasMoved(one)) found.set(one.id, one)
          }
          before = [...found.values()]
            .filter((one) => isWithdrawal(one) && one.id !== providerPayoutId && one.at < createdAt)
            .toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
        }
        return [...found.values()]
          .filter(({ at }) => at <= createdAt && (!before || at > before.at))
          .toSorted((a, b) => a.at.getTime() - b.at.getTime())
          .flatMap((one) => (isWithdrawal(one) ? feeOfWithdrawal(one) : entryOf(one)))
      }),
  }
}

/** One that can't be read is left out: the amount then shows as a difference. */
function read(info: unknown): PaypalTransaction[] {
  const { data } = transactionSchema.safeParse(info)
  if (!data) return []
  const { transaction_amount: amount, fee_amount: fee } = data
  return [
    {
      id: data.transaction_id,
      code: data.transaction_event_code,
      at: data.transaction_initiation_date,
      currency: amount.currency_code,
      amountMinor: minorOf(amount),
      feeMinor: fee ? -minorOf(fee) : 0,
      status: data.transaction_status,
      referenceId: data.paypal_reference_id_type === 'TXN' ? (data.paypal_reference_id ?? null) : null,
      subject: data.transaction_subject ?? '',
    },
  ]
}

function minorOf({ value, currency_code: currency }: z.output<typeof signedSchema>): number {
  const [whole = '', decimals = ''] = value.replace('-', '').split('.')
  const digits = digitsOf(currency)
  const minor = Number(whole + decimals.slice(0, digits).padEnd(digits, '0'))
  return value.startsWith('-') && minor !== 0 ? -minor : minor
}

/** Denied and pending transactions have not changed the balance. */
function hasMoved({ status }: PaypalTransaction): boolean {
  return status !== 'D' && status !== 'P'
}

function isWithdrawal({ code, amountMinor }: PaypalTransaction): boolean {
  return code.startsWith('T04') && amountMinor < 0
}

function factsOf({ id, at, currency, amountMinor, status }: PaypalTransaction): PayoutFacts {
  return {
    providerPayoutId: id,
    currency,
    amountMinor: -amountMinor,
    state: states.get(status) ?? 'in-transit',
    arrivesOn: at.toISOString().slice(0, 10),
    createdAt: at,
    isItemized: true,
  }
}

function entryOf({ id, code, at, amountMinor, feeMinor, ...rest }: PaypalTransaction): PayoutEntryFacts[] {
  // Money that the business paid with PayPal has the same codes as payments that it received.
  const isPayment = code.startsWith('T00') && amountMinor > 0
  const kind = isPayment ? 'payment' : (kinds.find(([start]) => code.startsWith(start))?.[1] ?? 'other')
  return [
    {
      providerEntryId: id,
      kind,
      amountMinor,
      feeMinor,
      at,
      paymentId: isPayment ? id : rest.referenceId,
      refundId: kind === 'refund' ? id : null,
      description: rest.subject,
    },
  ]
}

/** What PayPal charges for the withdrawal itself. */
function feeOfWithdrawal({ id, at, feeMinor }: PaypalTransaction): PayoutEntryFacts[] {
  if (feeMinor === 0) return []
  const fee = { kind: 'fee', amountMinor: -feeMinor, feeMinor: 0 } as const
  return [{ providerEntryId: id, ...fee, at, paymentId: null, refundId: null, description: '' }]
}
