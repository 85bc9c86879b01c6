import type { DateOrder } from '../bank-file.ts'
import { foldLabel } from './table-labels.ts'

/** A date as it may be read: in each order of day, month and year, or null where that gives no day. */
export interface DateCell {
  dmy: string | null
  mdy: string | null
  ymd: string | null
  /** The sign between the numbers. */
  separator: string
}

export const dateOrders: readonly DateOrder[] = ['dmy', 'mdy', 'ymd']

const time = String.raw`(?:[T,\s/-]+\d{1,2}[:.h]\d{2}[\d:.,]*\s*(?:[AaPp]\.?[Mm]\.?)?)?\s*(?:Z|\(?[A-Z]{2,5}\)?|(?:UTC|GMT)?[+-]\d{2}:?\d{2})?`
const numeric = new RegExp(
  String.raw`^(\d{1,4})\s?([./\-年])\s?(\d{1,2})\s?[./\-月]\s?(\d{1,4})[日.]?${time}$`,
)
/** The zone of OFX, as in 20260131120000[-5:EST] */
const ofxZone = String.raw`(?:\[[+-]?\d{1,2}(?:\.\d{1,2})?(?::[A-Za-z]{2,5})?\])?`
const compact = new RegExp(String.raw`^(\d{8})(?:[T ]?\d{6}(?:\.\d{1,6})?)?${ofxZone}${time}$`)
const dayFirst = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|\.|º)?[\s./-]*(?:de |of )?(\p{L}{3,12})\.?[\s./,-]*(?:de |del )?(\d{4}|\d{2})${time}$`,
  'u',
)
const monthFirst = new RegExp(
  String.raw`^(\p{L}{3,12})\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{4})${time}$`,
  'u',
)
const yearFirst = new RegExp(String.raw`^(\d{4})[\s./-]+(\p{L}{3,12})\.?[\s./-]+(\d{1,2})\.?${time}$`, 'u')
const weekday = /^\p{L}{2,12}\.?,?\s+(?=\d)|^\p{L}{3,10},\s*/u

const startsLikeDate = /^[="'\s]*\d{1,4}\s?[./\-年\p{L}º\s]|^\d{8}|^[="'\s]*\p{L}{2,12}[.,]?[\s-]*\d/u

/** Reads cells as dates. Dates repeat in a table, so each text is read once. */
export function createDateReader(): (text: string) => DateCell | null {
  const known = new Map<string, DateCell | null>()
  return (text) => {
    if (text.length < 6 || text.length > 45 || !startsLikeDate.test(text)) return null
    const found = known.get(text)
    if (found) return found
    const cell = dateCell(text)
    if (cell && known.size < 50_000) known.set(text, cell)
    return cell
  }
}

export function dateCell(text: string): DateCell | null {
  const trimmed = text
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replace(/^\s*=?["']|["']\s*$/g, '')
    .trim()
  if (!/\d/.test(trimmed)) return null
  return ofText(trimmed) ?? (weekday.test(trimmed) ? ofText(trimmed.replace(weekday, '')) : null)
}

function ofText(text: string): DateCell | null {
  const numbers = numeric.exec(text)
  if (numbers) return ofNumbers(numbers[1] ?? '', numbers[3] ?? '', numbers[4] ?? '', numbers[2] ?? '')
  const digits = compact.exec(text)?.[1]
  if (digits !== undefined) return ofDigits(digits)
  const named = dayFirst.exec(text)
  if (named) return certain(named[3] ?? '', named[2] ?? '', named[1] ?? '')
  const american = monthFirst.exec(text)
  if (american) return certain(american[3] ?? '', american[1] ?? '', american[2] ?? '')
  const reversed = yearFirst.exec(text)
  return reversed ? certain(reversed[1] ?? '', reversed[2] ?? '', reversed[3] ?? '') : null
}

const same = (day: string | null, separator = ''): DateCell | null =>
  day === null ? null : { dmy: day, mdy: day, ymd: day, separator }

function ofNumbers(a: string, b: string, c: string, separator: string): DateCell | null {
  if (a.length === 3 || c.length === 3) return null
  if (a.length === 4) return c.length > 2 ? null : same(isoDay(a, b, c), separator)
  const cell = {
    dmy: isoDay(c, b, a),
    mdy: isoDay(c, a, b),
    ymd: c.length === 4 || a.length < 2 ? null : isoDay(a, b, c),
    separator,
  }
  return cell.dmy === null && cell.mdy === null && cell.ymd === null ? null : cell
}

function ofDigits(digits: string): DateCell | null {
  const parts = (...cuts: [number, number][]) =>
    cuts.map(([from, to]) => digits.slice(from, to)) as [string, string, string]
  const ymd = isoDay(...parts([0, 4], [4, 6], [6, 8]))
  if (ymd !== null) return same(ymd)
  const cell = {
    dmy: isoDay(...parts([4, 8], [2, 4], [0, 2])),
    mdy: isoDay(...parts([4, 8], [0, 2], [2, 4])),
    ymd: null,
    separator: '',
  }
  return cell.dmy === null && cell.mdy === null ? null : cell
}

function certain(year: string, name: string, day: string): DateCell | null {
  const month = monthOf(name)
  return month === null ? null : same(isoDay(year, String(month), day))
}

function isoDay(yearText: string, monthText: string, dayText: string): string | null {
  let year = Number(yearText)
  if (yearText.length <= 2) year += year >= 70 ? 1900 : 2000
  // Years of the Buddhist calendar
  if (year >= 2443 && year <= 2643) year -= 543
  const month = Number(monthText)
  const day = Number(dayText)
  if (year < 1970 || year > 2100 || month < 1 || month > 12 || day < 1) return null
  if (day > 28 && day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The beginnings of the months' names, each long enough to tell it from others. */
const months: readonly string[] = [
  'jan gen ene janv sty led ocak oca tammi ian yan янв sij',
  'feb fev lut uno helmi subat sub фев vel',
  'mar mrz mae bre maalis mrt мар ozu',
  'apr avr abr kwi dub huhti nis апр tra',
  'may mai mag maj kve touko mei май мая svi',
  'jun juin giu cze kesa haz cervna cerven июн lipnja',
  'jul juil lug lip cervence cervenec heina tem июл',
  'aug aou ago sie srp elo agu авг kol',
  'sep set wrz zar syys eyl sze сен ruj',
  'oct okt ott out paz rij loka eki окт',
  'nov lis kas marras ноя stu',
  'dec dez dic gru pro joulu ara des дек',
]

const monthNumbers = new Map(
  months.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
)

function monthOf(name: string): number | null {
  const folded = foldLabel(name)
  for (let length = Math.min(folded.length, 8); length >= 3; length--) {
    const month = monthNumbers.get(folded.slice(0, length))
    if (month !== undefined) return month
  }
  return null
}
