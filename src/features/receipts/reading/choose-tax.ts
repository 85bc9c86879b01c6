import type { PageArea } from '../../../platform/db/tables/receipts.ts'
import { decimalText } from './decimal-text.ts'
import type { LabelledAmount } from './label-amounts.ts'
import type { Layout } from './lay-out.ts'
import type { Found } from './reading.ts'

/** The highest tax that is known, as a part of a total with it. */
const highest = 0.3
/** Two amounts that were rounded differ by this much at most, in thousandths. */
const tolerance = 15
/** A total that was rounded to the smallest coin differs by this much from the sum of its parts. */
const smallestCoin = 50

interface TaxRow {
  tax: LabelledAmount
  /** With the tax. */
  gross: number
}

/** The tax in a total, if the receipt says it in one way only, or if what it says adds up. */
export function chooseTax(
  layout: Layout,
  amounts: readonly LabelledAmount[],
  total: number | undefined,
  decimals: number,
  areaOf: (row: number, cell: number) => PageArea,
): Found<string> | null {
  if (total === undefined) return null
  const found = (thousandths: number, { row, cell }: LabelledAmount, confidence: number): Found<string> => ({
    value: decimalText(thousandths, decimals),
    confidence,
    area: areaOf(row, cell),
  })
  const table = taxTable(layout, amounts, total)
  const ofTable = sum(table.map(({ tax }) => tax.thousandths))
  if (table.length > 0 && Math.abs(sum(table.map(({ gross }) => gross)) - total) <= smallestCoin) {
    return found(ofTable, table[0]!.tax, 0.96)
  }

  const isTax = ({ label, isPercent, isNegative, thousandths }: LabelledAmount) =>
    label === 'tax' && !isPercent && !isNegative && thousandths > 0 && thousandths < total * highest
  // In a row with a rate, the base and the tax, the tax is the smallest.
  const rows = Map.groupBy(
    amounts.filter((amount) => isTax(amount) && !amount.isInTaxTable),
    ({ row }) => row,
  )
  const lines = [...rows.values()].map((row) => row.toSorted((a, b) => a.thousandths - b.thousandths)[0]!)
  const [first] = lines
  if (!first) return table.length === 1 ? found(ofTable, table[0]!.tax, 0.85) : null
  const bases = amounts.filter(
    ({ label, isPercent }) => !isPercent && ['subtotal', 'total', 'none'].includes(label),
  )
  const leaves = (tax: number) =>
    bases.some(({ thousandths }) => Math.abs(total - tax - thousandths) <= smallestCoin)
  const ofLines = sum(lines.map(({ thousandths }) => thousandths))
  // Several taxes that were added to the subtotal.
  if (lines.length > 1 && leaves(ofLines)) return found(ofLines, first, 0.95)
  // The same tax twice, or a tax of the union and one of the state, which are alike.
  if (new Set(lines.map(({ thousandths }) => thousandths)).size === 1) {
    const isHalf = ['cgst', 'sgst'].every((name) =>
      lines.some(({ beside }) => beside.toLowerCase().includes(name)),
    )
    if (isHalf) return found(ofLines, first, 0.9)
    return found(first.thousandths, first, leaves(first.thousandths) ? 0.97 : 0.88)
  }
  // Their sum is printed too.
  if (amounts.some(({ thousandths }) => thousandths === ofLines) && ofLines < total * highest)
    return found(ofLines, first, 0.93)
  // One of them is the sum of the others.
  const whole = lines.find(({ thousandths }) => thousandths * 2 === ofLines)
  if (whole) return found(whole.thousandths, whole, 0.93)
  const added = lines.find(({ thousandths }) => leaves(thousandths))
  return added ? found(added.thousandths, added, 0.85) : null
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

/** Rows with a tax and what it is taken from, in whatever order: the numbers say which is which. */
function taxTable(layout: Layout, amounts: readonly LabelledAmount[], total: number): TaxRow[] {
  const rows = Map.groupBy(
    amounts.filter(({ isPercent, isNegative, thousandths }) => !isPercent && !isNegative && thousandths > 0),
    ({ row }) => row,
  )
  const found: TaxRow[] = []
  for (const [row, all] of rows) {
    const rate = Number(/(\d{1,2}(?:[.,]\d{1,3})?)\s?%/.exec(layout.rows[row]!.text)?.[1]?.replace(',', '.'))
    const sorted = all.toSorted((a, b) => a.thousandths - b.thousandths)
    const [tax, net, gross] = sorted
    if (!tax || !net || tax.thousandths >= total * highest) continue
    if (gross && sorted.length === 3) {
      const isSum = Math.abs(tax.thousandths + net.thousandths - gross.thousandths) <= tolerance
      if (isSum && gross.thousandths <= total + smallestCoin) found.push({ tax, gross: gross.thousandths })
    } else if (sorted.length === 2 && rate > 0) {
      const [part, base] = [tax.thousandths, net.thousandths]
      if (Math.abs((base * rate) / 100 - part) <= tolerance) found.push({ tax, gross: base + part })
      else if (Math.abs((base * rate) / (100 + rate) - part) <= tolerance) found.push({ tax, gross: base })
    }
  }
  return found
}
