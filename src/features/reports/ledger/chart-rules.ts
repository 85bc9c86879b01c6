import { expenseCategories } from '../../expenses/rules.ts'
import { accounts, expenseAccount, otherIncomeAccount } from '../../journal/posting-rules.ts'
import { transactionCategories } from '../../transactions/rules.ts'

export const accountTypes = ['asset', 'liability', 'income', 'expense'] as const
export type AccountType = (typeof accountTypes)[number]

/** The charts whose numbers the page offers. The first one holds until the owner says otherwise. */
export const chartNames = { simple: 'Simple', skr03: 'SKR03', skr04: 'SKR04' } as const
export type ChartName = keyof typeof chartNames

/** What the owner calls an account of the journal. */
export interface AccountCode {
  code: string
  name: string
}

export interface ChartAccount extends AccountCode {
  /** Of the journal. */
  account: string
  type: AccountType
}

/** By account of the journal: what the owner has entered. */
export type AccountCodes = Readonly<Record<string, AccountCode>>

type Codes = readonly [simple: string, skr03: string, skr04: string]

// SKR03 and SKR04 have accounts that calculate the tax from the amount, and collective accounts that take nothing without a
// number for each client. The journal has the tax beside the amount and no such numbers, so these are accounts that do neither.
const named: Readonly<Record<string, readonly [name: string, ...Codes]>> = {
  [accounts.money]: ['Bank and cash', '1000', '1200', '1800'],
  [accounts.receivable]: ['Accounts receivable', '1200', '1410', '1210'],
  [accounts.taxPaid]: ['Tax paid', '1400', '1570', '1400'],
  [accounts.taxCollected]: ['Tax collected', '2200', '1770', '3800'],
  [accounts.sales]: ['Sales', '4000', '8200', '4200'],
  [accounts.lateFees]: ['Late fees', '4100', '2650', '7100'],
  [accounts.creditNotes]: ['Credit notes', '4200', '8700', '4700'],
  [accounts.discounts]: ['Discounts for early payment', '4300', '8730', '4730'],
  [accounts.givenBack]: ['Refunds', '4400', '8770', '4770'],
  [accounts.gain]: ['Exchange gains and losses', '4900', '2660', '4840'],
}

const categoryCodes: Readonly<Record<string, readonly [skr03: string, skr04: string]>> = {
  Rent: ['4210', '6310'],
  Utilities: ['4240', '6325'],
  Supplies: ['4930', '6815'],
  Marketing: ['4600', '6600'],
  Salaries: ['4120', '6020'],
  Salary: ['4120', '6020'],
  Software: ['4964', '6837'],
  Travel: ['4670', '6670'],
  Transportation: ['4530', '6530'],
  Dining: ['4650', '6640'],
  Education: ['4945', '6821'],
  Gifts: ['4630', '6610'],
  Insurance: ['4360', '6400'],
  Fees: ['4970', '6855'],
  Taxes: ['4340', '7650'],
}
const otherExpense = ['4900', '6300'] as const
const otherIncome = ['2700', '4830'] as const

const expenses = [...new Set<string>([...expenseCategories, ...transactionCategories])]

/** Accounts that are offered before anything is posted to them. */
export const standardAccounts: readonly string[] = [
  ...Object.keys(named),
  ...expenseCategories.map(expenseAccount),
]

const incomePrefix = otherIncomeAccount('')
const expensePrefix = expenseAccount('')

export function accountTypeOf(account: string): AccountType {
  if (account.startsWith(expensePrefix)) return 'expense'
  if (account === accounts.taxCollected) return 'liability'
  return account === accounts.money || account === accounts.receivable || account === accounts.taxPaid
    ? 'asset'
    : 'income'
}

/** Whether the journal can have an account of this name. */
export function isAccount(account: string): boolean {
  return (
    Object.hasOwn(named, account) ||
    (account.startsWith(expensePrefix) && account.length > expensePrefix.length) ||
    (account.startsWith(incomePrefix) && account.length > incomePrefix.length)
  )
}

/**
 * The number and the name of an account in a chart. Each has a number of its own in the simple chart. SKR03 and SKR04 are not
 * ours to extend: there, categories that they know no account for share that of other expenses or other income.
 */
export function defaultCode(account: string, chart: ChartName = 'simple'): AccountCode {
  const column = (['simple', 'skr03', 'skr04'] as const).indexOf(chart)
  const known = Object.hasOwn(named, account) ? named[account] : undefined
  if (known) return { code: known[column + 1] ?? '', name: known[0] }
  const isExpense = account.startsWith(expensePrefix)
  const category = account.slice(isExpense ? expensePrefix.length : incomePrefix.length)
  const name = (isExpense ? category : `Other income (${category})`).slice(0, maxNameLength)
  if (chart !== 'simple') {
    const codes = isExpense
      ? (Object.hasOwn(categoryCodes, category) && categoryCodes[category]) || otherExpense
      : otherIncome
    return { code: codes[column - 1] ?? '', name }
  }
  const list: readonly string[] = isExpense ? expenses : transactionCategories
  const index = list.indexOf(category)
  const [first, own] = isExpense ? [6000, '69'] : [4500, '48']
  return { code: index === -1 ? own + digitsOf(category) : String(first + 10 * index), name }
}

/**
 * Six digits that are always the same for a text (FNV-1a), for a category that the owner has thought of: which others there
 * are must not matter, or an account would change its number. With these, a number is longer than those of the known ones.
 */
function digitsOf(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return String(hash % 1_000_000).padStart(6, '0')
}

/** Xero takes no longer numbers. */
export const maxCodeLength = 10
export const maxNameLength = 100

/** The chart of a business: the accounts in order of their numbers. */
export function chartOf(found: readonly string[], codes: AccountCodes): ChartAccount[] {
  const known = new Set([...standardAccounts, ...found])
  return [...known]
    .map((account) => ({
      account,
      ...accountCodeOf(account, codes),
      type: accountTypeOf(account),
    }))
    .toSorted(
      (a, b) =>
        accountTypes.indexOf(a.type) - accountTypes.indexOf(b.type) ||
        a.code.localeCompare(b.code, 'en', { numeric: true }) ||
        (a.account < b.account ? -1 : 1),
    )
}

export function accountCodeOf(account: string, codes: AccountCodes): AccountCode {
  return (Object.hasOwn(codes, account) ? codes[account] : undefined) ?? defaultCode(account)
}
