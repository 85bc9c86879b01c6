import type { PageArea } from '../../../platform/db/tables/receipts.ts'
import { digitsOf } from '../../../shared/currencies.ts'
import { chooseDate } from './choose-date.ts'
import { chooseMerchant } from './choose-merchant.ts'
import { chooseTax } from './choose-tax.ts'
import { chooseTotal } from './choose-total.ts'
import { findAmounts, settleDecimals } from './find-amounts.ts'
import { findCard } from './find-card.ts'
import { findItems } from './find-items.ts'
import { findOrigin } from './find-origin.ts'
import { labelAmounts } from './label-amounts.ts'
import type { Label } from './label-of.ts'
import type { Cell, Layout } from './lay-out.ts'
import type { ReceiptReading } from './reading.ts'

export interface ReadingContext {
  today: string
  /** The width and height of each page. */
  pages: readonly { width: number; height: number }[]
}

const isOfTotal = new Set<Label>(['total', 'grandTotal', 'card', 'cash', 'subtotal'])

/** Chooses the fields of a receipt. What it is not sure enough of is left out. */
export function chooseFields(layout: Layout, context: ReadingContext): ReceiptReading {
  const origin = findOrigin(layout)
  const found = findAmounts(layout)
  const currency = origin.currency !== null && origin.currency.confidence >= 0.8 ? origin.currency : null
  const digits = currency ? digitsOf(currency.value) : undefined
  const settle = (withWhole: boolean) => {
    const { decimals, amounts } = settleDecimals(found, digits === 2 ? undefined : digits, withWhole)
    return { decimals, amounts, labelled: labelAmounts(layout, amounts) }
  }
  const plain = settle(false)
  // Some print whole amounts without decimals, and only taxes with them.
  const hasTotal = plain.labelled.some(({ label, isInTaxTable }) => isOfTotal.has(label) && !isInTaxTable)
  const { decimals, amounts, labelled } = hasTotal ? plain : settle(true)
  const areaOf = (row: number, cell: number) => toArea(layout.rows[row]!.cells[cell]!, context)
  const total = chooseTotal(labelled, layout, decimals)
  return {
    merchant: chooseMerchant(layout, amounts, areaOf),
    date: chooseDate(layout, origin.dateOrder, context.today, areaOf),
    total: total && {
      value: total.value,
      confidence: total.confidence,
      area: areaOf(total.row, total.cell),
    },
    tax: chooseTax(layout, labelled, total?.thousandths, decimals, areaOf),
    currency: currency && {
      value: currency.value,
      confidence: currency.confidence,
      area: areaOf(currency.row, currency.cell),
    },
    cardLast4: findCard(layout, areaOf),
    items: findItems(layout, labelled, total?.thousandths, decimals),
    text: layout.rows.map(({ text }) => text).join('\n'),
  }
}

/** The corners of a piece of text, from 0 to 1 of the page. */
function toArea({ page, quad }: Cell, { pages }: ReadingContext): PageArea {
  const { width, height } = pages[page]!
  return { page: page + 1, quad: quad.map(({ x, y }) => [share(x, width), share(y, height)]) }
}

function share(value: number, whole: number): number {
  return Math.round((Math.min(Math.max(value, 0), whole) / whole) * 10_000) / 10_000
}
