import type { ColumnChoice } from '../bank-file.ts'
import type { Numbers, Plan } from './table-amounts.ts'
import { type Column, hasRole, isDateColumn, isNumberColumn, isSideColumn } from './table-columns.ts'
import type { Role } from './table-labels.ts'

/** Numbers that are no amounts of the account. */
const neverAmounts: Role[] = [
  'reference',
  'bankId',
  'account',
  'card',
  'otherAccount',
  'type',
  'ignored',
  'status',
  'balance',
  'availableBalance',
  'fee',
  'side',
  'currency',
]

/** Names and numbers, whose letters may look like those of a side. */
const neverSides: Role[] = [
  'counterparty',
  'payer',
  'payee',
  'description',
  'reference',
  'bankId',
  'account',
  'card',
]

const plain = { side: null, fee: null, isReversed: false }

/** The ways in which the amounts of the table may be written, the likeliest first. */
export function listPlans(columns: Column[], numbers: Numbers, lineCount: number): Plan[] {
  const candidates = columns.filter(
    (column) =>
      (isNumberColumn(column) || (hasRole(column, 'debit', 'credit') && column.filled === 0)) &&
      !hasRole(column, ...neverAmounts),
  )
  const singles = candidates.filter((column) => !hasRole(column, 'debit', 'credit') && column.filled > 0)
  const plans = [
    ...singles.map((column) => ({ ...plain, amount: column.index, weight: singleWeight(column, lineCount) })),
    ...labelledPairs(candidates),
    ...unlabelledPairs(
      singles.filter(({ label }) => label === null),
      numbers,
    ),
  ]
  const withSides = plans.flatMap((plan) => [plan, ...sidePlans(plan, columns, lineCount)])
  const fees = columns.filter((column) => hasRole(column, 'fee') && isNumberColumn(column))
  const withFees = withSides.flatMap((plan) => [
    plan,
    ...fees.map((fee) => ({ ...plan, fee: fee.index, weight: plan.weight + feeWeight(plan, columns) })),
  ])
  return withFees.toSorted((a, b) => b.weight - a.weight)
}

function singleWeight(column: Column, lineCount: number): number {
  const isFull = column.filled >= lineCount * 0.9 ? 0 : -6
  const role = column.label?.role ?? null
  if (role === 'amount') return isFull + (column.label?.isWhole ? 20 : 16)
  if (role === 'net') return isFull + (column.label?.isWhole ? 21 : 17)
  if (role === 'valueDate') return isFull + 15
  if (role === 'otherAmount') return isFull + 2
  const isAmountLike = column.amountLike >= column.filled / 2
  return isFull + (isAmountLike ? 8 : 3) + (column.negatives > 0 ? 1 : 0) + (role === null ? 0 : -4)
}

/** Fees are part of an amount, unless its label says that they are not. */
const feeWeight = ({ amount }: Plan, columns: Column[]) =>
  typeof amount === 'number' && /after fees?|excl\w* fees?|before fees?/i.test(columns[amount]?.header ?? '')
    ? 1
    : -1

const byWhole = (a: Column, b: Column) => Number(b.label?.isWhole) - Number(a.label?.isWhole)

function labelledPairs(columns: Column[]): Plan[] {
  const out = columns.filter((column) => hasRole(column, 'debit')).toSorted(byWhole)[0]
  const came = columns.filter((column) => hasRole(column, 'credit')).toSorted(byWhole)[0]
  if (out && came) return [{ ...plain, amount: { in: came.index, out: out.index }, weight: 19 }]
  if (out && out.filled > 0)
    return [{ ...plain, amount: out.index, isReversed: out.negatives === 0, weight: 12 }]
  return came && came.filled > 0 ? [{ ...plain, amount: came.index, weight: 12 }] : []
}

/** Two columns of which each row fills one. */
function unlabelledPairs(columns: Column[], numbers: Numbers): Plan[] {
  const isSet = (column: Column) =>
    numbers.units(column.index, '.').map((value) => value !== null && value !== 0n)
  return columns.flatMap((left, at) =>
    columns.slice(at + 1).flatMap((right) => {
      const [a, b] = [isSet(left), isSet(right)]
      if (!a.some(Boolean) || !b.some(Boolean) || a.some((value, index) => value && b[index] === true))
        return []
      if (a.filter((value, index) => value || b[index] === true).length < a.length * 0.9) return []
      const outFirst = 10 + (left.negatives > 0 ? 2 : 0)
      const inFirst = 9.5 + (right.negatives > 0 ? 3 : 0)
      return [
        { ...plain, amount: { in: right.index, out: left.index }, weight: outFirst },
        { ...plain, amount: { in: left.index, out: right.index }, weight: inFirst },
      ]
    }),
  )
}

function sidePlans(plan: Plan, columns: Column[], lineCount: number): Plan[] {
  const { amount } = plan
  if (typeof amount === 'object') return []
  const isSigned = columns.some((column) => column.index === amount && column.negatives > 0)
  return columns
    .filter(
      (column) =>
        isSideColumn(column) &&
        (column.isMarked || hasRole(column, 'side')) &&
        column.filled >= lineCount * 0.99 &&
        !isDateColumn(column) &&
        !hasRole(column, ...neverSides),
    )
    .map((column) => ({
      ...plan,
      side: column.index,
      isReversed: false,
      weight: plan.weight + (isSigned ? -3 : 3) + (hasRole(column, 'side') ? 0.5 : 0),
    }))
}

/** What the owner chose. */
export function chosenPlan(choice: ColumnChoice, columns: Column[], lineCount: number): Plan[] {
  const own: Plan = { ...plain, amount: choice.amount, weight: 20 }
  return [...sidePlans(own, columns, lineCount), own].toSorted((a, b) => b.weight - a.weight)
}

/** Columns that may have running balances, those with such a label first. */
export function listBalanceColumns(columns: Column[]): Column[] {
  const numbers = columns.filter((column) => isNumberColumn(column))
  const labelled = numbers.filter((column) => hasRole(column, 'balance'))
  if (labelled.length > 0) return labelled
  const unlabelled = numbers.filter((column) => column.label === null || hasRole(column, 'availableBalance'))
  return unlabelled.slice(0, 6)
}
