import { fold } from './fold.ts'
import type { Cell, Layout } from './lay-out.ts'

/** A day that is printed somewhere, in one way to read it. */
export interface DateCandidate {
  /** As in 2026-01-31. */
  value: string
  score: number
  row: number
  cell: number
  from: number
  to: number
  /** The lowest confidence of its digits. */
  confidence: number
  /** Day and month could be the other way round, and the receipt does not say which. */
  other: string | undefined
}

/** The order in which a country writes day and month; `unknown` where the receipt does not say where it is from. */
export type DateOrder = 'day-first' | 'month-first' | 'unknown'

// The first letters of the months, in the languages of Europe and the Americas that use Latin letters.
const monthNames: readonly (readonly string[])[] = [
  ['jan', 'jaen', 'ene', 'gen', 'sty', 'led'],
  ['feb', 'fev', 'lut', 'uno', 'helm'],
  ['mar', 'maer', 'mrz', 'mrt', 'marz', 'bre', 'maal'],
  ['apr', 'avr', 'abr', 'kwi', 'dub'],
  ['may', 'mai', 'mei', 'mag', 'maj', 'kve'],
  ['jun', 'juin', 'giu', 'cze', 'cer'],
  ['jul', 'juil', 'lug', 'lip', 'cvc'],
  ['aug', 'aou', 'ago', 'sie', 'srp', 'ags'],
  ['sep', 'set', 'wrz', 'zar'],
  ['oct', 'okt', 'out', 'ott', 'paz', 'rij'],
  ['nov', 'lis'],
  ['dec', 'dez', 'dic', 'des', 'gru', 'pro'],
]

/** A letter that was read in place of a digit. */
const digit = '[0-9OoIlSB]'
const numeric = new RegExp(
  String.raw`(?<![0-9.,/-])(${digit}{4}|${digit}{1,2})(\s?[./\-–]\s?|\s)(${digit}{1,2})(?:\2|\s?[./\-–]\s?|\s)((?:20|2O|19)${digit}{2}|${digit}{2}(?![0-9]|[./-][0-9])|${digit}{2}(?=[0-9]{1,2}:[0-9]{2}))`,
  'g',
)
const yearFirst = new RegExp(
  String.raw`(?<![0-9])((?:20|19)\d{2})\s?[./\-–年]\s?(\d{1,2})\s?[./\-–月]\s?(\d{1,2})`,
  'g',
)
const dayName = String.raw`(?<![0-9])(\d{1,2})(?:st|nd|rd|th|\.|er)?\s?[-./,]?\s?(?:de\s)?`
const named = new RegExp(
  String.raw`${dayName}([A-Za-zÀ-ÿ0][A-Za-zÀ-ÿ]{2,9})\.?\s?[-./,']?\s?(?:de\s)?((?:20|19)\d{2}|\d{2}(?![0-9]))`,
  'g',
)
const nameFirst = new RegExp(
  String.raw`([A-Za-zÀ-ÿ0][A-Za-zÀ-ÿ]{2,9})\.?\s?[-./]?\s?(\d{1,2})(?:st|nd|rd|th)?\s?[,.\-/']?\s?((?:20|19)\d{2}|\d{2}(?![0-9:]))`,
  'g',
)
const compact = /(?<!\d)(20[0-4]\d)(0[1-9]|1[0-2])([0-2]\d|3[01])(?!\d{3})/g

const labels = [
  'date',
  'datum',
  'fecha',
  'data',
  'dato',
  'tarikh',
  'dated',
  'ledate',
  'bizdate',
  'billdt',
  'pvm',
  'kuupaev',
  'tanggal',
  'belegdatum',
  'rechnungsdatum',
  'saledate',
  'invoicedate',
  'datee',
]
const wrongLabels = [
  'expiry',
  'expires',
  'expiration',
  'expdate',
  'validuntil',
  'validtill',
  'validthru',
  'gultigbis',
  'returnby',
  'returnsby',
  'duedate',
  'bestbefore',
  'birth',
  'exchangewithin',
  'permit',
  'since',
  'effective',
  'checkin',
  'arrival',
  'printed',
  'printdate',
  'reprint',
  'redeem',
  'promotion',
  'offervalid',
  'until',
  'before',
  'from',
  'membersince',
  'licence',
  'license',
]

/** All days on a receipt, the likeliest date of purchase first. */
export function rankDates(layout: Layout, order: DateOrder, today: string): DateCandidate[] {
  const found: DateCandidate[] = []
  for (const [row, { cells, text }] of layout.rows.entries()) {
    const rowText = fold(text)
    for (const [cell, each] of cells.entries()) {
      for (const reading of readDates(each.text, order)) {
        if (reading.value > addDay(today) || reading.value < '2000-01-01') continue
        const before = fold(
          cells
            .slice(0, cell)
            .map((other) => other.text)
            .join(' ') + each.text.slice(0, reading.from),
        )
        let score = 1
        if (labels.some((label) => before.includes(label))) score += 1.5
        if (wrongLabels.some((label) => before.includes(label))) score -= 2.5
        if (
          /\d{1,2}[:.]\d{2}/.test(text.slice(Math.max(0, text.indexOf(each.text) + reading.to))) ||
          /\d:\d\d/.test(text)
        )
          score += 0.8
        if (/(valid|expir|return|exchange)/.test(rowText)) score -= 1
        score += 0.4 * (1 - row / layout.rows.length)
        if (reading.isShortYear) score -= 0.3
        if (reading.isMended) score -= 0.4
        if (reading.isCompact) score -= 1.2
        // Receipts are mostly recent: a year long ago is more often misread.
        if (reading.value < '2010-01-01') score -= 1
        found.push({
          value: reading.value,
          other: reading.other,
          score,
          row,
          cell,
          from: reading.from,
          to: reading.to,
          confidence: leastDigit(each, reading),
        })
      }
    }
  }
  return merge(found)
}

/** The confidence of the least certain digit. A month's name is right or no name at all. */
function leastDigit({ text, characters }: Cell, { from, to }: DateReading): number {
  const digits = characters.slice(from, to).filter((_, index) => /\d/.test(text[from + index] ?? ''))
  return Math.min(1, ...digits)
}

/** The same day in several rows speaks for it. */
function merge(found: readonly DateCandidate[]): DateCandidate[] {
  const byValue = Map.groupBy(found, ({ value }) => value)
  return [...byValue.values()]
    .map((occurrences) => {
      const best = occurrences.toSorted((a, b) => b.score - a.score)[0]!
      return {
        ...best,
        other: occurrences.every(({ other }) => other !== undefined) ? best.other : undefined,
        score: best.score + 0.4 * Math.min(2, occurrences.length - 1),
      }
    })
    .toSorted((a, b) => b.score - a.score)
}

interface DateReading {
  value: string
  other: string | undefined
  from: number
  to: number
  isShortYear: boolean
  isMended: boolean
  isCompact: boolean
}

function readDates(text: string, order: DateOrder): DateReading[] {
  const readings: DateReading[] = []
  const add = (match: RegExpMatchArray, day: string | undefined, extra: Partial<DateReading> = {}) => {
    const [from, to] = [match.index!, match.index! + match[0].length]
    if (day === undefined || readings.some((other) => from < other.to && to > other.from)) return
    readings.push({
      value: day,
      other: undefined,
      from,
      to,
      isShortYear: false,
      isMended: false,
      isCompact: false,
      ...extra,
    })
  }
  for (const match of text.matchAll(yearFirst)) add(match, toDay(match[1]!, match[2], match[3]!))
  for (const match of text.matchAll(named))
    add(match, toDay(match[3]!, monthOf(match[2]!), match[1]!), { isShortYear: match[3]!.length === 2 })
  for (const match of text.matchAll(nameFirst))
    add(match, toDay(match[3]!, monthOf(match[1]!), match[2]!), { isShortYear: match[3]!.length === 2 })
  for (const match of text.matchAll(numeric)) {
    const separator = match[2]!.trim()
    const [a, b, c] = [match[1]!, match[3]!, match[4]!].map(mend) as [string, string, string]
    const isMended = [match[1]!, match[3]!, match[4]!].some((part) => mend(part) !== part)
    // Without a separator, only a year in full tells a date from other numbers.
    if (separator === '' && c.length === 2) continue
    if (a.length === 4 || (a.length === 2 && c.length === 2 && Number(a) > 31)) {
      add(match, toDay(a, b, c), { isMended, isShortYear: a.length === 2 })
      continue
    }
    if (match[1]!.length === 4) continue
    const [dayFirst, monthFirst] = [toDay(c, b, a), toDay(c, a, b)]
    // In dates with points and dashes the day comes first nearly everywhere, in the United States too.
    const isMonthFirst = order === 'month-first' && separator !== '.'
    const [first, second] = isMonthFirst ? [monthFirst, dayFirst] : [dayFirst, monthFirst]
    const isClear = order !== 'unknown' || separator === '.' || first === second
    // Year first, with two digits.
    const turned = first ?? second ?? (c.length === 2 ? toDay(a, b, c) : undefined)
    const other = isClear || first === undefined ? undefined : second
    add(match, turned, { other, isMended, isShortYear: c.length === 2 })
  }
  for (const match of text.matchAll(compact))
    add(match, toDay(match[1]!, match[2], match[3]!), { isCompact: true })
  return readings
}

const letters: Record<string, string> = { O: '0', o: '0', I: '1', l: '1', S: '5', B: '8' }
const mend = (text: string) => text.replaceAll(/[OoIlSB]/g, (letter) => letters[letter]!)

function monthOf(name: string): string | undefined {
  const folded = fold(name)
  const index = monthNames.findIndex((names) => names.some((month) => folded.startsWith(month)))
  return index === -1 ? undefined : String(index + 1)
}

/** The day, if there is such a day. A year of two digits is in this century. */
function toDay(year: string, month: string | undefined, day: string): string | undefined {
  if (month === undefined) return undefined
  const [y, m, d] = [Number(year) + (year.length === 2 ? 2000 : 0), Number(month), Number(day)]
  const date = new Date(Date.UTC(y, m - 1, d))
  const isReal = m >= 1 && m <= 12 && d >= 1 && date.getUTCMonth() === m - 1 && date.getUTCDate() === d
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

function addDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
