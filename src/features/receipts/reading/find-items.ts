import { decimalText } from './decimal-text.ts'
import type { LabelledAmount } from './label-amounts.ts'
import type { Layout } from './lay-out.ts'

const most = 100

/** What was bought, if the amounts of the rows above the first total add up to a total or subtotal; else nothing. */
export function findItems(
  { rows }: Layout,
  amounts: readonly LabelledAmount[],
  total: number | undefined,
  decimals: number,
): { description: string; amount: string }[] {
  const end = amounts.find(
    ({ label }) => label === 'subtotal' || label === 'total' || label === 'grandTotal',
  )?.row
  if (total === undefined || end === undefined) return []
  const last = new Map<number, LabelledAmount>()
  for (const amount of amounts) {
    if (amount.row < end && amount.label === 'none' && !amount.isPercent && !amount.isNegative)
      last.set(amount.row, amount)
  }
  const sums = new Set([
    total,
    ...amounts
      .filter(({ label }) => label === 'subtotal' || label === 'total' || label === 'grandTotal')
      .map(({ thousandths }) => thousandths),
  ])
  const lines = [...last.values()].slice(0, most)
  if (!sums.has(lines.reduce((sum, { thousandths }) => sum + thousandths, 0))) return []
  return lines.map((amount) => ({
    description: descriptionOf(rows, amount, last),
    amount: decimalText(amount.thousandths, decimals),
  }))
}

/** The words of its row; those of the row above if it has only numbers. */
function descriptionOf(
  rows: Layout['rows'],
  { row }: LabelledAmount,
  last: ReadonlyMap<number, unknown>,
): string {
  const own = withoutNumbers(rows[row]!.text)
  const above = row > 0 && !last.has(row - 1) ? withoutNumbers(rows[row - 1]!.text) : ''
  return (/\p{L}{3}/u.test(own) ? own : above || own).slice(0, 200)
}

function withoutNumbers(text: string): string {
  return text
    .replaceAll(/(?:(?<=\s)|^)[\d.,$€£%*x@-]+(?=\s|$)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
