import type { Format } from './format.ts'
import { type Money, moneyOf } from './money.ts'
import { center, left, type Line, pair, row, type Sums } from './receipt.ts'
import type { Shop } from './shop.ts'

type Random = () => number

/** Everything between the goods and the foot: sums, payment and tax. */
export function composeSums(shop: Shop, format: Format, sums: Sums, random: Random): Line[] {
  const money = moneyOf(format, shop)
  const { words } = format
  const total = words.total[Math.floor(random() * words.total.length)] ?? 'TOTAL'
  const size = (['double', 'tall', 'normal'] as const)[Math.floor(random() * 3)] ?? 'normal'
  const showsSubtotal =
    sums.taxIsAdded && sums.taxes.length > 0
      ? true
      : sums.service !== 0 || sums.rounding !== 0 || Boolean(shop.shows?.includes('subtotal'))
  return [
    ...(showsSubtotal ? [pair('sums', words.subtotal, money.plain(sums.subtotal))] : []),
    ...(sums.service === 0 ? [] : [pair('sums', words.service ?? 'Service', money.plain(sums.service))]),
    ...(sums.taxIsAdded ? sums.taxes.map(({ rate, tax }) => pair('sums', rate.label, money.plain(tax))) : []),
    ...tipLines(sums, money),
    ...(sums.rounding === 0 ? [] : [pair('sums', words.rounding ?? 'Rounding', money.plain(sums.rounding))]),
    pair('sums', total, money.marked(sums.total), { size, bold: random() < 0.6 }),
    ...payment(shop, format, sums, money, random),
    ...(sums.taxIsAdded ? [] : includedTax(format, sums, money)),
    ...distractions(shop, format, sums, money, random),
  ]
}

function tipLines({ subtotal, service, taxes, tip }: Sums, money: Money): Line[] {
  if (tip === 0) return []
  const before = taxes.reduce((all, { tax }) => all + tax, subtotal + service)
  return [pair('sums', 'AMOUNT', money.plain(before)), pair('sums', 'TIP', money.plain(tip))]
}

function payment({ pay }: Shop, { words }: Format, sums: Sums, money: Money, random: Random): Line[] {
  if (pay === 'cash') {
    return [
      pair('sums', words.cash, money.plain(sums.paid)),
      pair('sums', words.change, money.plain(sums.paid - sums.total)),
    ]
  }
  const last4 = String(1000 + Math.floor(random() * 9000))
  const masked = random() < 0.5 ? `**** **** **** ${last4}` : `XXXXXXXXXXXX${last4}`
  if (pay === 'card') return [pair('sums', words.card, money.plain(sums.total)), left('sums', masked)]
  return [
    { gap: 0.4, part: 'sums' },
    left('sums', `${words.card}  ${masked}`),
    left('sums', `AID A0000000${Math.floor(random() * 1e6)}  AUTH ${Math.floor(1e5 + random() * 9e5)}`),
    pair('sums', words.amount, money.marked(sums.total)),
    center('sums', 'APPROVED'),
  ]
}

function includedTax({ taxStyle, words }: Format, { taxes }: Sums, money: Money): Line[] {
  if (taxes.length === 0) return []
  const all = taxes.reduce((sum, { tax }) => sum + tax, 0)
  const one = pair('sums', words.tax, money.plain(all))
  if (taxStyle === 'one') return [one]
  if (taxStyle === 'lines' || !words.table) {
    const lines = taxes.map(({ rate, tax }) => pair('sums', rate.label, money.plain(tax)))
    return taxes.length > 1 ? [...lines, one] : lines
  }
  const rows = taxes.map(({ rate, base, tax }) =>
    row('sums', [rate.label, ...[base - tax, tax, base].map((amount) => money.plain(amount))]),
  )
  return [{ gap: 0.4, part: 'sums' }, row('sums', words.table), ...rows]
}

/** Lines with numbers that are not the total. */
function distractions(
  shop: Shop,
  { words, decimals }: Format,
  sums: Sums,
  money: Money,
  random: Random,
): Line[] {
  const shows = new Set(shop.shows)
  const count = sums.items.reduce(
    (all, { amount, detail }) => all + (amount < 0 ? 0 : Number.parseInt(detail ?? '1', 10) || 1),
    0,
  )
  const saved = sums.items.reduce((all, { amount }) => all - Math.min(amount, 0), 0)
  return [
    ...(shows.has('count') ? [pair('sums', words.count, String(count))] : []),
    ...(shows.has('saved') && saved > 0 ? [pair('sums', words.saved, money.plain(saved))] : []),
    ...(shows.has('points') ? [pair('sums', words.points, String(Math.floor(200 + random() * 4000)))] : []),
    ...(shows.has('tips') ? suggestedTips(sums.total, decimals, money) : []),
  ]
}

function suggestedTips(total: number, decimals: number, money: Money): Line[] {
  const isDollar = money.marked(0).includes('$')
  if (!isDollar) {
    const blank = '________________'
    return [
      { gap: 0.5, part: 'foot' },
      ...['Trinkgeld', 'Bewirtete Personen', 'Anlass', 'Ort, Unterschrift'].map((text) =>
        pair('foot', text, blank),
      ),
    ]
  }
  const suggested = [18, 20, 22].map((percent) => {
    const tip = Math.round((total * percent) / 100)
    return left('sums', `  ${percent}% = ${money.plain(tip)}   (${money.plain(total + tip)})`)
  })
  return [
    pair('sums', 'TIP', '_'.repeat(decimals + 8)),
    pair('sums', 'TOTAL', '_'.repeat(decimals + 8)),
    left('sums', 'Suggested gratuity:'),
    ...suggested,
  ]
}
