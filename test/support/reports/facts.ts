import { later } from '../figures/calendar.ts'
import { convert } from '../figures/rates.ts'
import { fraction, nearest, sumOf } from './fractions.ts'
import { invoiceFacts } from './invoice-facts.ts'
import {
  type RawExpense,
  type RawPayment,
  type RawReturn,
  type RawRows,
  type RawTransaction,
  readRawRows,
} from './raw-rows.ts'
import type { ReportWorld } from './world.ts'

/** An amount that counts in reports: positive for income, for spending, for tax, and for money that came in. */
export interface Fact {
  source: 'invoice' | 'payment' | 'expense' | 'transaction'
  /** What it is, such as a refund. */
  entry: string
  day: string
  basis: 'accrual' | 'cash' | 'both'
  account: string
  currency: string
  minor: number
  /** In the home currency; null if it has no rate. */
  home: number | null
  client: string | null
  item: string
  tax: string
  rate: number | null
  /** What a tax is on. */
  on: number
  onHome: number | null
  method: string
  /** How many payments it is. */
  count: number
}

const blank = { client: null, item: '', tax: '', rate: null, on: 0, onHome: null, method: '', count: 0 }

function expenseFacts(home: string, expense: RawExpense): Fact[] {
  const { currency, amountMinor, rate, clientId } = expense
  const homeMinor = currency === home ? amountMinor : expense.homeMinor
  const worth = (minor: number) =>
    homeMinor === null ? null : currency === home ? minor : convert(minor, currency, rate!, home)
  const all = {
    ...blank,
    source: 'expense',
    entry: 'expense',
    day: expense.date,
    basis: 'both',
    currency,
    client: clientId,
  } as const
  const taxes = expense.taxes.map((tax): Fact => {
    const on = tax.rate ? nearest(fraction(BigInt(tax.amountMinor) * 100_000n, tax.rate)) : 0
    const known = { tax: tax.name, rate: tax.rate, on, onHome: worth(on) }
    return { ...all, ...known, account: 'tax:paid', minor: tax.amountMinor, home: worth(tax.amountMinor) }
  })
  return [
    ...taxes,
    { ...all, account: 'money', minor: -amountMinor, home: homeMinor === null ? null : -homeMinor },
    {
      ...all,
      account: `expense:${expense.category}`,
      item: expense.vendor,
      minor: amountMinor - sumOf(taxes.map(({ minor }) => minor)),
      home: homeMinor === null ? null : homeMinor - sumOf(taxes.map((one) => one.home!)),
    },
  ]
}

function transactionFacts(
  home: string,
  { date, name, category, currency, amountMinor, isIncome }: RawTransaction,
): Fact[] {
  const entry = isIncome ? 'bank-in' : 'bank-out'
  const all = { ...blank, source: 'transaction', entry, day: date, basis: 'both', currency } as const
  const worth = (minor: number) => ({ minor, home: currency === home ? minor : null })
  return [
    { ...all, account: 'money', ...worth(isIncome ? amountMinor : -amountMinor) },
    {
      ...all,
      account: `${isIncome ? 'income:other' : 'expense'}:${category}`,
      item: name,
      ...worth(amountMinor),
    },
  ]
}

/** A payment whose invoice is gone is income as a whole. */
function loneFacts(home: string, paid: RawPayment, returns: RawReturn[]): Fact[] {
  const { currency, clientId: client, method } = paid
  const of = (
    entry: string,
    account: string,
    moved: { on: string; minor: number; homeMinor: number | null },
  ): Fact[] => {
    const all = {
      ...blank,
      source: 'payment',
      entry,
      day: moved.on,
      basis: 'both',
      currency,
      client,
    } as const
    const worth = { minor: moved.minor, home: currency === home ? moved.minor : moved.homeMinor }
    return [
      { ...all, account, ...worth },
      { ...all, account: 'money', ...worth, method, count: entry === 'payment' && moved.minor !== 0 ? 1 : 0 },
    ]
  }
  return [
    ...of('payment', 'income:sales', { ...paid, minor: paid.amountMinor }),
    ...returns.flatMap((back) =>
      of(back.kind, 'income:given-back', {
        on: back.on,
        minor: -back.amountMinor,
        homeMinor: back.homeMinor === null ? null : -back.homeMinor,
      }),
    ),
  ]
}

function currentFacts({ home }: ReportWorld, rows: RawRows): Fact[] {
  const ofInvoice = Map.groupBy(rows.payments, ({ invoiceId }) => invoiceId)
  const ofPayment = Map.groupBy(rows.returns, ({ paymentId }) => paymentId)
  // In the order in which they were made, whatever payment they are of.
  const returnsOf = (payments: RawPayment[]) => {
    const ids = new Set(payments.map(({ id }) => id))
    return rows.returns.filter(({ paymentId }) => ids.has(paymentId))
  }
  return [
    ...rows.invoices.flatMap((invoice) => {
      const payments = ofInvoice.get(invoice.id) ?? []
      if (invoice.isDraft && payments.length === 0) return []
      return invoiceFacts(home, invoice, payments, returnsOf(payments))
    }),
    ...(ofInvoice.get(null) ?? []).flatMap((paid) => loneFacts(home, paid, ofPayment.get(paid.id) ?? [])),
    ...rows.expenses.flatMap((expense) => expenseFacts(home, expense)),
    ...rows.transactions.flatMap((transaction) => transactionFacts(home, transaction)),
  ]
}

const opposite = (fact: Fact): Fact => ({
  ...fact,
  minor: -fact.minor,
  home: fact.home === null ? null : -fact.home,
  on: -fact.on,
  onHome: fact.onHome === null ? null : -fact.onHome,
  count: -fact.count,
})

/** What reports have to count. Closed days stay as they were, and what has changed in them counts on the first open day. */
export async function readFacts(world: ReportWorld, rows?: RawRows): Promise<Fact[]> {
  const current = currentFacts(world, rows ?? (await readRawRows(world)))
  const { frozen } = world
  if (!frozen) return current
  const day = later(frozen.through, 1)
  return [
    ...frozen.facts,
    ...frozen.facts.map((fact) => ({ ...opposite(fact), day })),
    ...current.map((fact) => (fact.day <= frozen.through ? { ...fact, day } : fact)),
  ]
}
