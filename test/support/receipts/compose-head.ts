import { addDays, format as formatDate } from 'date-fns'
import type { Format } from './format.ts'
import { center, left, type Line, pair } from './receipt.ts'
import type { Shop } from './shop.ts'

type Random = () => number

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
}

/** The line with the date, as the shop writes it. */
function dateLine(shop: Shop, format: Format, day: Date, random: Random): Line {
  const pattern = shop.pattern ?? format.dates[0] ?? 'yyyy-MM-dd'
  const options = format.locale ? { locale: format.locale } : {}
  const isUpper = random() < 0.4
  const print = (text: string) => {
    const printed = formatDate(day, text, options)
    return isUpper ? printed.toUpperCase() : printed
  }
  const [, datePart = pattern, timePart] = /^(.*?) ((?:HH|hh?)\b.*)$/.exec(pattern) ?? []
  switch (shop.dateAt) {
    case 'labelled':
      return random() < 0.5
        ? left('date', `${format.words.date}: ${print(pattern)}`)
        : pair('date', format.words.date, print(pattern))
    case 'split':
      return pair('date', print(datePart), print(timePart ?? 'HH:mm'))
    case 'bottom':
      return center(
        'date',
        `${print(pattern)}  ${digits(random, 4)} ${digits(random, 2)} ${digits(random, 3)}`,
      )
    default: {
      const isGlued = timePart !== undefined && datePart.includes('yyyy') && random() < 0.3
      const text = isGlued ? `${print(datePart)}${print(timePart)}` : print(pattern)
      return random() < 0.5 ? center('date', text) : pair('date', text, `#${digits(random, 4)}`)
    }
  }
}

/** Everything above the goods and below the sums. */
export function composeHead(
  shop: Shop,
  format: Format,
  day: Date,
  random: Random,
): { head: Line[]; foot: Line[] } {
  const size = (['double', 'tall', 'normal'] as const)[Math.floor(random() * 3)] ?? 'normal'
  const aside = random() < 0.2 ? left : center
  const date = dateLine(shop, format, day, random)
  const isBelow = shop.dateAt === 'bottom'
  const { words } = format
  const head: Line[] = [
    ...(shop.above ? [center('head', shop.above)] : []),
    center('head', shop.merchant, { size, bold: size !== 'double' }),
    ...shop.under.map((text) => aside('head', text)),
    { gap: 0.5, part: 'head' },
    pair('head', `${words.receipt} ${digits(random, 6)}`, random() < 0.5 ? `T${digits(random, 2)}` : ''),
    ...(isBelow ? [] : [date]),
    ...(random() < 0.6 ? [left('head', words.cashier)] : []),
  ]
  const until = formatDate(addDays(day, 30), shop.pattern?.split(' HH')[0] ?? 'yyyy-MM-dd')
  const foot: Line[] = [
    { gap: 0.5, part: 'foot' },
    ...(isBelow ? [date] : []),
    ...words.thanks.map((text) => center('foot', text)),
    ...(shop.shows?.includes('returns')
      ? [center('foot', `${returns[format.currency] ?? 'RETURNS UNTIL'} ${until}`)]
      : []),
    ...(shop.shows?.includes('bars') ? [{ bars: digits(random, 13), part: 'foot' } as const] : []),
  ]
  return { head, foot }
}

const returns: Record<string, string> = {
  EUR: 'Umtausch bis',
  DKK: 'Byttes senest',
}
