import { addDays, format as formatDate } from 'date-fns'
import type { Receipt } from './compose.ts'
import type { Format } from './format.ts'
import { englishFormats } from './formats-english.ts'
import { moneyOf } from './money.ts'
import { center, decimal, left, type Line, pair, type Sums, type TextLine } from './receipt.ts'
import { addUp } from './sums.ts'

interface Stay {
  name: string
  country: string
  merchant: string
  under: readonly string[]
  arrival: Date
  nights: number
  /** Name, price in minor units and codes of rates, of what is charged each night. */
  nightly: readonly (readonly [string, number, string])[]
  pattern: string
  rate: Format['tax']['rates'][number]
}

const stays: readonly Stay[] = [
  {
    name: 'us-hotel',
    country: 'us',
    merchant: 'Cedar Bluff Inn & Suites',
    under: ['2200 Lakeview Parkway', 'Asheville, NC 28801', 'Phone (828) 555-0175'],
    arrival: new Date(2026, 2, 9),
    nights: 3,
    nightly: [
      ['Room charge', 14900, 'T'],
      ['Self parking', 1200, ''],
    ],
    pattern: 'MM/dd/yyyy',
    rate: { code: 'T', percent: 13, label: 'Occupancy tax 13%' },
  },
  {
    name: 'gb-hotel',
    country: 'gb',
    merchant: 'The Stag & Thistle Hotel',
    under: ['Castle Road', 'Inverness IV2 3EG', 'VAT Reg No 456 7890 12'],
    arrival: new Date(2025, 10, 24),
    nights: 2,
    nightly: [
      ['Double room', 11250, 'A'],
      ['Full breakfast', 1450, 'A'],
    ],
    pattern: 'dd MMM yyyy',
    rate: { code: 'A', percent: 20, label: 'VAT included 20%' },
  },
]

/** Bills of hotels: pages of office type, with dates of every night and a balance of zero. */
export function folios(): (Receipt & { name: string })[] {
  return stays.map((stay) => {
    const format = englishFormats[stay.country]
    if (!format) throw new Error(`No format for ${stay.name}.`)
    const nights = Array.from({ length: stay.nights }, (_, n) => addDays(stay.arrival, n))
    const items = nights.flatMap(() =>
      stay.nightly.map(([name, amount, rate]) => ({ name, amount, rate, detail: null })),
    )
    const sums = addUp(items, { rates: [stay.rate], isAdded: format.tax.isAdded }, {})
    const end = addDays(stay.arrival, stay.nights)
    return {
      name: stay.name,
      country: stay.country,
      lines: page(stay, format, sums, nights, end),
      sums,
      truth: {
        merchant: stay.merchant,
        date: formatDate(end, 'yyyy-MM-dd'),
        total: decimal(sums.total, format.decimals),
        tax: decimal(sums.taxes[0]?.tax ?? 0, format.decimals),
        currency: format.currency,
      },
      look: { face: 'sans', columns: 58, width: 900, leading: 1.55 },
    }
  })
}

function page(stay: Stay, format: Format, sums: Sums, nights: readonly Date[], end: Date): Line[] {
  const money = moneyOf(format, {})
  const print = (day: Date) => formatDate(day, stay.pattern)
  const perNight = stay.nightly.length
  const charges = sums.items.map(({ name, amount }, n): TextLine => {
    const day = nights[Math.floor(n / perNight)] ?? end
    const cells: TextLine['cells'] = [
      { text: print(day), at: 0, align: 'left' },
      { text: name, at: 0.3, align: 'left' },
      { text: money.plain(amount), at: 1, align: 'right' },
    ]
    return { cells, part: 'items', size: 'normal', bold: false }
  })
  const tax = sums.taxes.map(({ rate, tax: amount }) => pair('sums', rate.label, money.plain(amount)))
  return [
    left('head', stay.merchant, { size: 'tall', bold: true }),
    ...stay.under.map((text) => left('head', text)),
    { gap: 1, part: 'head' },
    center('head', 'GUEST FOLIO', { bold: true }),
    pair('head', 'Room 214', 'Folio 0048213'),
    pair('head', `Arrival: ${print(stay.arrival)}`, `Departure: ${print(end)}`),
    left('date', `Invoice date: ${print(end)}`),
    { rule: '-', part: 'items' },
    ...charges,
    { rule: '-', part: 'sums' },
    ...(sums.taxIsAdded ? [pair('sums', 'Subtotal', money.plain(sums.subtotal)), ...tax] : []),
    pair('sums', 'Total charges', money.marked(sums.total), { bold: true }),
    ...(sums.taxIsAdded ? [] : tax),
    pair('sums', 'Payment card ending 4471', money.plain(-sums.total)),
    pair('sums', 'Balance due', money.marked(0)),
    { gap: 1, part: 'foot' },
    center('foot', 'Thank you for staying with us'),
  ]
}
