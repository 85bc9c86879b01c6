import { accounts } from '../../journal/posting-rules.ts'

/** Accounts of income, in this order. */
export const incomeOrder = [
  accounts.sales,
  accounts.lateFees,
  accounts.creditNotes,
  accounts.discounts,
  accounts.givenBack,
  accounts.gain,
] as const

export const incomeAccounts = ['income:%', accounts.gain] as const
export const expenseAccounts = ['expense:%'] as const

const others = {
  [accounts.lateFees]: 'Late fees',
  [accounts.creditNotes]: 'Credit notes',
  [accounts.discounts]: 'Discounts for paying early',
  [accounts.givenBack]: 'Refunds',
  [accounts.gain]: 'Exchange gains and losses',
} as const

export const incomeLabels = {
  accrual: { [accounts.sales]: 'Invoices', ...others },
  cash: { [accounts.sales]: 'Paid by clients', ...others },
} as const

const otherIncome = 'income:other:'
export const isOtherIncome = (account: string) => account.startsWith(otherIncome)
export const otherIncomeLabel = (account: string) => `From the bank: ${account.slice(otherIncome.length)}`
