import type { Currency } from '../../shared/currencies.ts'
import {
  type Posting,
  accounts,
  convertAt,
  expenseAccount,
  otherIncomeAccount,
  partOf,
  posting,
  restOf,
} from './posting-rules.ts'

export interface JournalExpense {
  date: string
  vendor: string
  category: string
  currency: Currency
  home: Currency
  amountMinor: number
  homeMinor: number | null
  rate: string | null
  clientId: string | null
  /** Contained in the amount. */
  taxes: { name: string; rate: number | null; amountMinor: number }[]
}

/** An expense counts without the tax in it, which is not spent but paid to the tax office through the merchant. */
export function expensePostings(expense: JournalExpense): Posting[] {
  const { currency, amountMinor, taxes, clientId } = expense
  const base = { entry: 'expense', day: expense.date, basis: 'both' as const, currency, clientId }
  const homeMinor = currency === expense.home ? amountMinor : expense.homeMinor
  const homeOf = (minor: number) => (homeMinor === null ? null : convertAt(minor, expense.rate, expense))
  const taxPostings = taxes.map(({ name, rate, amountMinor: minor }) => {
    // Where the rate is known, so is what the tax is on.
    const baseMinor = rate === null || rate === 0 ? null : partOf(minor, 100_000, rate)
    return posting({
      ...base,
      account: accounts.taxPaid,
      minor,
      homeMinor: homeOf(minor),
      tax: name,
      taxRate: rate,
      baseMinor,
      baseHomeMinor: baseMinor === null ? null : homeOf(baseMinor),
    })
  })
  const taxMinor = taxes.reduce((sum, tax) => sum + tax.amountMinor, 0)
  return [
    posting({
      ...base,
      account: accounts.money,
      minor: -amountMinor,
      homeMinor: homeMinor === null ? null : -homeMinor,
    }),
    ...taxPostings,
    posting({
      ...base,
      account: expenseAccount(expense.category),
      item: expense.vendor,
      minor: amountMinor - taxMinor,
      homeMinor: restOf(
        homeMinor,
        taxPostings.map((tax) => tax.homeMinor),
      ),
    }),
  ]
}

export interface JournalTransaction {
  date: string
  merchant: string
  category: string
  currency: Currency
  home: Currency
  amountMinor: number
  isIncome: boolean
  /** The balances of the demo bank are made up. */
  isDemo: boolean
}

/** A bank transaction that belongs to nothing else. In another currency than the home currency it has no rate of its own. */
export function transactionPostings(transaction: JournalTransaction): Posting[] {
  const { currency, home, category, merchant, isIncome, isDemo: isTest } = transaction
  const minor = isIncome ? transaction.amountMinor : -transaction.amountMinor
  const base = {
    entry: isIncome ? 'bank-in' : 'bank-out',
    day: transaction.date,
    basis: 'both' as const,
    currency,
    clientId: null,
    isTest,
  }
  const worth = (amount: number) => ({ minor: amount, homeMinor: currency === home ? amount : null })
  return [
    posting({ ...base, account: accounts.money, ...worth(minor) }),
    posting({
      ...base,
      account: isIncome ? otherIncomeAccount(category) : expenseAccount(category),
      item: merchant,
      ...worth(-minor),
    }),
  ]
}

export interface LonePayment {
  on: string
  currency: Currency
  home: Currency
  amountMinor: number
  homeMinor: number | null
  clientId: string | null
  method: string
  isTest: boolean
  returns: { kind: 'refund' | 'dispute'; on: string; amountMinor: number; homeMinor: number | null }[]
}

/** A payment whose invoice was deleted. It is income as a whole, because nothing says how much of it was tax. */
export function lonePaymentPostings(payment: LonePayment): Posting[] {
  const { currency, home, clientId, method, isTest } = payment
  const moved = (
    entry: string,
    account: string,
    {
      on,
      amountMinor,
      homeMinor,
      sign,
    }: { on: string; amountMinor: number; homeMinor: number | null; sign: 1 | -1 },
  ) => {
    const known = currency === home ? amountMinor : homeMinor
    const worth = (by: 1 | -1) => ({
      minor: by * sign * amountMinor,
      homeMinor: known === null ? null : by * sign * known,
    })
    const base = { entry, day: on, basis: 'both' as const, currency, clientId, isTest }
    return [
      posting({ ...base, account: accounts.money, ...worth(1), method }),
      posting({ ...base, account, ...worth(-1) }),
    ]
  }
  return [
    ...moved('payment', accounts.sales, { ...payment, sign: 1 }),
    ...payment.returns.flatMap((back) => moved(back.kind, accounts.givenBack, { ...back, sign: -1 })),
  ]
}
