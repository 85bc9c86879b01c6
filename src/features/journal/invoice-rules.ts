import type { Currency } from '../../shared/currencies.ts'
import type { StatementInvoice, StatementPayment, StatementReturn } from '../statements/entry-rules.ts'
import { balanceNow, countedReturns, earlyPayment, entryOrder, waivers } from '../statements/entry-rules.ts'
import type { ChargeParts } from './charge-part-rules.ts'

export interface JournalPayment extends StatementPayment {
  homeMinor: number | null
  rate: string | null
}

export interface JournalReturn extends StatementReturn {
  homeMinor: number | null
  rate: string | null
}

/** An invoice with everything that moved it, and what it consists of. */
export interface JournalInvoice extends Omit<StatementInvoice, 'payments' | 'returns' | 'creditNotes'> {
  clientId: string | null
  currency: Currency
  home: Currency
  rate: string | null
  /** Of the invoice without its late fees. */
  content: ChargeParts
  creditNotes: { number: string; on: string; amountMinor: number; content: ChargeParts }[]
  payments: JournalPayment[]
  returns: JournalReturn[]
}

/** What happened to an invoice, in the order in which it counts. */
export type InvoiceEvent = { on: string } & (
  | { kind: 'invoice' | 'credit-note'; sign: 1 | -1; content: ChargeParts }
  | { kind: 'late-fee'; minor: number }
  | { kind: 'payment'; payment: JournalPayment }
  /** `countedMinor` is less than the amount where a bank took back what was refunded already. */
  | { kind: 'refund' | 'dispute'; back: JournalReturn; countedMinor: number }
  | { kind: 'discount' | 'waiver'; minor: number }
)

/** The entries of the client's statement, with the rows behind them. */
export function eventsOf(invoice: JournalInvoice): InvoiceEvent[] {
  const returns = invoice.returns.toSorted(byDay)
  const counted = countedReturns(invoice)
  const { creditedMinor, waivedMinor } = balanceNow(invoice)
  const early = invoice.isCancelled || creditedMinor === 0 ? undefined : earlyPayment(invoice, creditedMinor)
  const events: InvoiceEvent[] = [
    { on: invoice.issueDate, kind: 'invoice', sign: 1, content: invoice.content },
    ...invoice.lateFees.map(({ on, amountMinor }) => ({ on, kind: 'late-fee' as const, minor: amountMinor })),
    ...invoice.creditNotes.map(({ on, content }) => ({
      on,
      kind: 'credit-note' as const,
      sign: -1 as const,
      content,
    })),
    ...invoice.payments.map((payment) => ({ on: payment.on, kind: 'payment' as const, payment })),
    ...(early ? [{ on: early.on, kind: 'discount' as const, minor: creditedMinor }] : []),
    ...returns.map((back, index) => ({
      on: back.on,
      kind: back.kind,
      back,
      countedMinor: counted[index]?.amountMinor ?? 0,
    })),
    ...waivers(counted, waivedMinor).map(({ on, amountMinor }) => ({
      on,
      kind: 'waiver' as const,
      minor: amountMinor,
    })),
  ]
  return events.toSorted((a, b) => byDay(a, b) || entryOrder.indexOf(a.kind) - entryOrder.indexOf(b.kind))
}

const byDay = (a: { on: string }, b: { on: string }) => (a.on < b.on ? -1 : Number(a.on > b.on))
