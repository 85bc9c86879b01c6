import type { Currency } from '../../../shared/currencies.ts'
import { addDays, formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'

/** A statement of an account, for some days. */
export interface Stretch {
  firstDate: string
  lastDate: string
  openingMinor: number | null
  closingMinor: number | null
}

/** What may be missing before and after a statement, given the others of its account. Sentences. */
export function gapsAround(statement: Stretch, others: readonly Stretch[], currency: Currency): string[] {
  const earlier = others
    .filter(({ lastDate }) => lastDate < statement.firstDate)
    .toSorted((a, b) => (a.lastDate < b.lastDate ? 1 : -1))[0]
  const later = others
    .filter(({ firstDate }) => firstDate > statement.lastDate)
    .toSorted((a, b) => (a.firstDate > b.firstDate ? 1 : -1))[0]
  const overlaps = others.some(
    ({ firstDate, lastDate }) => firstDate <= statement.firstDate && lastDate >= statement.firstDate,
  )
  const overlapsEnd = others.some(
    ({ firstDate, lastDate }) => firstDate <= statement.lastDate && lastDate >= statement.lastDate,
  )
  return [
    earlier && !overlaps ? gapBetween(earlier, statement, currency) : null,
    later && !overlapsEnd ? gapBetween(statement, later, currency) : null,
  ].filter((gap) => gap !== null)
}

function gapBetween(earlier: Stretch, later: Stretch, currency: Currency): string | null {
  const { closingMinor, lastDate } = earlier
  const { openingMinor, firstDate } = later
  const days = `${formatDate(lastDate)} and ${formatDate(firstDate)}`
  if (closingMinor !== null && openingMinor !== null) {
    if (closingMinor === openingMinor) return null
    const [before, after] = [closingMinor, openingMinor].map((minor) => formatMoney(minor, { currency }))
    return `Between ${days} the balance goes from ${before} to ${after} without transactions. Some may be missing.`
  }
  return addDays(lastDate, 1) < firstDate
    ? `Between ${days} there is no file. If your account had transactions then, import them too.`
    : null
}
