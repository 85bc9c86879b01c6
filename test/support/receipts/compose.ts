import { addDays, format as formatDate } from 'date-fns'
import { composeHead } from './compose-head.ts'
import { composeSums } from './compose-sums.ts'
import type { Format } from './format.ts'
import { asianFormats } from './formats-asia.ts'
import { englishFormats } from './formats-english.ts'
import { northernFormats } from './formats-north.ts'
import { southernFormats } from './formats-south.ts'
import { westernFormats } from './formats-west.ts'
import { moneyOf } from './money.ts'
import type { Look } from './print.ts'
import { decimal, type Item, left, type Line, pair, type Sums, type Truth } from './receipt.ts'
import type { Shop } from './shop.ts'
import { addUp } from './sums.ts'

const formats: Record<string, Format> = {
  ...englishFormats,
  ...asianFormats,
  ...westernFormats,
  ...southernFormats,
  ...northernFormats,
}

export interface Receipt {
  country: string
  lines: Line[]
  sums: Sums
  truth: Truth
  /** Without it, the seed chooses. */
  look?: Look
}

type Random = () => number
const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value

function drawItems(shop: Shop, { decimals, words }: Format, random: Random): Item[] {
  const goods = shop.goods.map((text) => ({ text, order: random() }))
  const chosen = goods
    .toSorted((a, b) => a.order - b.order)
    .slice(0, shop.lines)
    .map(({ text }) => text.split('|') as [string, string, string])
  if (shop.shows?.includes('fuel')) {
    return chosen.map(([name, price, rate]) => {
      const gallons = Math.round(8000 + random() * 7000) / 1000
      const amount = Math.round(gallons * Number(price))
      const detail = `PUMP 04  ${gallons.toFixed(3)} GAL @ ${(Number(price) / 100).toFixed(3)}/GAL`
      return { name, amount, rate, detail }
    })
  }
  const items = chosen.map(([name, price, rate]): Item => {
    const count = Number(price) < 10 ** decimals * 10 && random() < 0.25 ? 2 + Math.floor(random() * 2) : 1
    const detail = count === 1 ? null : `${count} x `
    return { name, amount: count * Number(price), rate, detail }
  })
  const first = items[0]
  if (first && shop.shows?.includes('discount')) {
    const off = -Math.round(first.amount / 10)
    items.splice(1, 0, { name: `${words.off} 10%`, amount: off, rate: first.rate, detail: null })
  }
  return items
}

function printItems(items: readonly Item[], shop: Shop, format: Format, random: Random): Line[] {
  const marksItems = Boolean(format.marksItems ?? shop.damage) || random() < 0.2
  const showsCode = !format.tax.isAdded && format.tax.rates.length > 1 && random() < 0.7
  const money = moneyOf(format, shop)
  return items.flatMap((item) => {
    const amount = marksItems ? money.marked(item.amount) : money.plain(item.amount)
    const line = pair('items', item.name, showsCode ? `${amount} ${item.rate}` : amount)
    if (item.detail === null) return [line]
    if (item.detail.startsWith('PUMP')) return [left('items', item.detail), line]
    const each = item.amount / Number.parseInt(item.detail, 10)
    return [line, left('items', `   ${item.detail}${money.plain(each)}`)]
  })
}

function drawDate(random: Random): Date {
  const day = addDays(new Date(2025, 0, 6), Math.floor(random() * 660))
  day.setHours(8 + Math.floor(random() * 13), Math.floor(random() * 60), Math.floor(random() * 60))
  return day
}

export function compose(shop: Shop, random: Random): Receipt {
  const country = shop.name.slice(0, 2)
  const format = formats[country]
  if (!format) throw new Error(`No format for ${shop.name}.`)
  const day = drawDate(random)
  const items = drawItems(shop, format, random)
  const isRounded = shop.pay === 'cash' || country === 'in'
  const sums = addUp(items, format.tax, {
    service: shop.service,
    tip: shop.tip,
    roundTo: isRounded ? format.roundTo : undefined,
    notes: shop.pay === 'cash' ? format.notes : undefined,
  })
  const { head, foot } = composeHead(shop, format, day, random)
  const lines: Line[] = [
    ...head,
    { rule: pick(random, ['-', '=', '-', '*']), part: 'items' },
    ...printItems(items, shop, format, random),
    { rule: '-', part: 'sums' },
    ...composeSums(shop, format, sums, random),
    ...foot,
  ]
  const tax = sums.taxes.length === 0 ? null : sums.taxes.reduce((all, each) => all + each.tax, 0)
  const truth: Truth = {
    merchant: shop.merchant,
    date: formatDate(day, 'yyyy-MM-dd'),
    total: decimal(sums.total, format.decimals),
    tax: tax === null ? null : decimal(tax, format.decimals),
    currency: format.currency,
  }
  return { country: country === 'qc' ? 'ca' : country, lines, sums, truth: withoutHidden(truth, shop) }
}

/** What is covered, torn off or blurred cannot be read. */
function withoutHidden(truth: Truth, { damage }: Shop): Truth {
  if (!damage) return truth
  if (damage === 'all-blurred') return { merchant: null, date: null, total: null, tax: null, currency: null }
  return damage.startsWith('sums') ? { ...truth, total: null, tax: null } : { ...truth, date: null }
}
