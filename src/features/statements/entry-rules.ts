import { balanceOf } from '../invoices/document/ledger-rules.ts'
import { type LateFee, lateFeesMinor } from '../invoices/late-fees/late-fee-rules.ts'
import type { StoredPart } from '../invoices/parts/part-rules.ts'
import type { StatementRow } from './contract.ts'

/** On one day, an invoice comes before what was paid for it, and a payment before what went back. */
export const entryOrder: StatementRow['kind'][] = [
  'invoice',
  'late-fee',
  'credit-note',
  'payment',
  'discount',
  'refund',
  'dispute',
  'waiver',
]

/** An invoice with everything that moved what is owed for it. */
export interface StatementInvoice {
  number: string
  issueDate: string
  dueDate: string
  parts: StoredPart[] | null
  /** With its late fees. */
  totalMinor: number
  lateFees: LateFee[]
  isCancelled: boolean
  creditNotes: { number: string; on: string; amountMinor: number }[]
  /** Without those that were undone. */
  payments: StatementPayment[]
  /** Those that count. */
  returns: StatementReturn[]
}

interface Moved {
  on: string
  method: NonNullable<StatementRow['method']>
  isTest: boolean
  amountMinor: number
}

export interface StatementPayment extends Moved {
  id: string
  receivedAt: Date
  creditedMinor: number
}

export interface StatementReturn extends Moved {
  paymentId: string
  kind: 'refund' | 'dispute'
  /** Whether the client owes the amount again. */
  stillOwed: boolean
}

export type Entry = Omit<StatementRow, 'balanceMinor'>

/**
 * What moved the balance of an invoice, each on its day. The entries come to what is open of the invoice, less what was
 * paid too much, as the ledger has it.
 */
export function entriesOf(invoice: StatementInvoice): Entry[] {
  const { number, issueDate, totalMinor, lateFees, creditNotes, payments, isCancelled } = invoice
  const returns = countedReturns(invoice)
  const { creditedMinor, waivedMinor } = balanceNow(invoice)
  const entry = (rest: Pick<Entry, 'on' | 'kind' | 'amountMinor'> & Partial<Entry>): Entry => ({
    invoiceNumber: number,
    number: null,
    method: null,
    isTest: false,
    ...rest,
  })
  // Nothing was paid for a canceled invoice, so nothing was paid early.
  const early = isCancelled || creditedMinor === 0 ? undefined : earlyPayment(invoice, creditedMinor)
  return [
    entry({ on: issueDate, kind: 'invoice', amountMinor: totalMinor - lateFeesMinor(lateFees) }),
    ...lateFees.map(({ on, amountMinor }) => entry({ on, kind: 'late-fee', amountMinor })),
    ...creditNotes.map((note) =>
      entry({ on: note.on, kind: 'credit-note', number: note.number, amountMinor: -note.amountMinor }),
    ),
    ...payments.map(({ on, method, isTest, amountMinor }) =>
      entry({ on, kind: 'payment', method, isTest, amountMinor: -amountMinor }),
    ),
    ...(early ? [entry({ on: early.on, kind: 'discount', amountMinor: -creditedMinor })] : []),
    ...returns.map(({ on, kind, method, isTest, amountMinor }) =>
      entry({ on, kind, method, isTest, amountMinor }),
    ),
    ...waivers(returns, waivedMinor).map(({ on, amountMinor }) =>
      entry({ on, kind: 'waiver', amountMinor: -amountMinor }),
    ),
  ].filter(({ amountMinor, kind }) => amountMinor !== 0 || kind === 'invoice')
}

const sumOf = (list: readonly { amountMinor: number }[]) =>
  list.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

const byDay = (a: { on: string }, b: { on: string }) => (a.on < b.on ? -1 : Number(a.on > b.on))

export function balanceNow({ totalMinor, creditNotes, payments, returns }: StatementInvoice) {
  const counted = returns.map((one) => ({ ...one, state: 'succeeded' as const }))
  return balanceOf(
    totalMinor - sumOf(creditNotes),
    payments.map((payment) => ({ ...payment, undoneAt: null })),
    counted,
  )
}

/** A bank may take back a whole payment although a part was refunded before. That part went back once. */
export function countedReturns({ payments, returns }: StatementInvoice): StatementReturn[] {
  const left = new Map(payments.map(({ id, amountMinor }) => [id, amountMinor]))
  return returns.toSorted(byDay).map((one) => {
    const leftMinor = left.get(one.paymentId) ?? 0
    const amountMinor = Math.min(one.amountMinor, leftMinor)
    left.set(one.paymentId, leftMinor - amountMinor)
    return { ...one, amountMinor }
  })
}

/** The payment that earned the discount for paying early. One that the client owes again as a whole has lost it. */
export function earlyPayment({ payments, returns }: StatementInvoice, creditedMinor: number) {
  const isOwedAgain = ({ id, amountMinor }: StatementPayment) =>
    sumOf(returns.filter(({ paymentId, stillOwed }) => stillOwed && paymentId === id)) >= amountMinor
  return payments
    .filter((payment) => payment.creditedMinor === creditedMinor && !isOwedAgain(payment))
    .toSorted(byDay)[0]
}

/** What went back and is no longer owed, on the day it went back. What was paid too much went back first, and waives nothing. */
export function waivers(returns: readonly StatementReturn[], waivedMinor: number) {
  let leftMinor = waivedMinor
  return returns
    .filter(({ stillOwed }) => !stillOwed)
    .toReversed()
    .map(({ on, amountMinor }) => {
      const partMinor = Math.min(leftMinor, amountMinor)
      leftMinor -= partMinor
      return { on, amountMinor: partMinor }
    })
}
