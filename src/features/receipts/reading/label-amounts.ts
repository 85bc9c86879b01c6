import type { Amount } from './find-amounts.ts'
import { fold } from './fold.ts'
import { type Label, labelOf } from './label-of.ts'
import type { Layout, Row } from './lay-out.ts'

export interface LabelledAmount extends Amount {
  label: Label
  /** It stands in a table of taxes, whose totals are not those of the receipt. */
  isInTaxTable: boolean
  /** The words that the label comes from. */
  beside: string
}

/** Finds out what each amount is by the words before it, or by those of the row above if it stands alone. */
export function labelAmounts({ rows }: Layout, amounts: readonly Amount[]): LabelledAmount[] {
  const table = taxTableRows(rows, amounts)
  return amounts.map((amount) => {
    const row = rows[amount.row]!
    const beside = wordsBefore(row, amount)
    let [label, text] = [labelOf(beside), beside]
    if (label === 'none' && lettersIn(beside) < 3) {
      const above = rows[amount.row - 1]
      const isAloneAbove = above && !amounts.some((other) => other.row === amount.row - 1)
      if (above && isAloneAbove) [label, text] = [labelOf(above.text), above.text]
      // A label that is printed larger than its amount may lie a little lower.
      const below = rows[amount.row + 1]
      const isAloneBelow = below && !amounts.some((other) => other.row === amount.row + 1)
      if (label === 'none' && below && isAloneBelow && below.top - row.bottom < row.height * 0.2) {
        ;[label, text] = [labelOf(below.text), below.text]
      }
    }
    return { ...amount, label, beside: text, isInTaxTable: table.has(amount.row) }
  })
}

function wordsBefore(row: Row, amount: Amount): string {
  return row.cells
    .slice(0, amount.cell)
    .map(({ text }) => text)
    .concat(row.cells[amount.cell]!.text.slice(0, amount.from))
    .join(' ')
}

const lettersIn = (text: string) => fold(text).replaceAll(/[^a-z]/g, '').length

const headings = new Set([
  'tax',
  'gst',
  'vat',
  'mwst',
  'tva',
  'iva',
  'net',
  'netto',
  'gross',
  'brutto',
  'amount',
  'rate',
  'code',
  'sst',
  'ust',
  'steuer',
  'moms',
  'ht',
  'ttc',
  'taux',
  'exkl',
  'inkl',
  'base',
  'btw',
])

/** The rows below a heading such as "GST summary, amount, tax", as long as they look like a table. */
function taxTableRows(rows: readonly Row[], amounts: readonly Amount[]): Set<number> {
  const found = new Set<number>()
  const amountsIn = (row: number) => amounts.filter((amount) => amount.row === row)
  for (const [index, row] of rows.entries()) {
    const hasAmounts = amountsIn(index).some(({ isPercent }) => !isPercent)
    if (hasAmounts) continue
    const names = new Set(
      row.cells
        .flatMap(({ text }) => text.split(/[\s()/:.]+/))
        .map(fold)
        .filter((word) => headings.has(word)),
    )
    const isHeading =
      labelOf(row.text) === 'heading' ||
      (names.size >= 2 &&
        ['tax', 'gst', 'vat', 'mwst', 'tva', 'iva', 'sst', 'ust', 'steuer', 'moms', 'btw'].some((word) =>
          names.has(word),
        ))
    if (!isHeading) continue
    for (let next = index + 1; next < rows.length; next += 1) {
      const here = amountsIn(next)
      const isShort = here.length === 0 && next - index <= 2
      if (here.length < 2 && !isShort && !here.some(({ isPercent }) => isPercent)) break
      found.add(next)
    }
  }
  return found
}
