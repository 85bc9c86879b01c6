import type { BankFileCase } from '../bank-file-case.ts'
import { encodeText } from '../encode-text.ts'
import { type Booking, decimal, latin1, makeBookings, truthOf, utf8 } from '../formats/bookings.ts'

/** A booking with the balance after it. */
export interface Row extends Booking {
  balance: number
  /** Counted from 1, from old to new. */
  n: number
}

export interface Sheet {
  rows: Row[]
  opening: number
  closing: number
  first: string
  last: string
}

type LegacyEncoding =
  | `windows-${1250 | 1251 | 1253 | 1254 | 1255}`
  | 'ibm866'
  | 'shift_jis'
  | 'gb18030'
  | 'euc-kr'

/** How a bank writes its table. */
export interface Layout {
  name: string
  seed: number
  count?: number
  from?: string
  delimiter?: string
  /** Quotes every cell. */
  isQuoted?: boolean
  above?: (sheet: Sheet) => string[][]
  /** Separated by bars. */
  header?: string
  row: (row: Row, sheet: Sheet) => string[]
  below?: (sheet: Sheet) => string[][]
  isNewestFirst?: boolean
  encoding?: 'utf-8' | 'latin1' | 'utf-16le' | LegacyEncoding
  /** What the file tells. */
  account?: string | null
  currency: string | null
  balances?: 'both' | 'opening' | 'closing'
  asks?: string[]
  /** Amounts without decimals. */
  isWhole?: boolean
  edit?: (rows: string[][]) => string[][]
  finish?: (text: string) => string
}

export function makeSheet(seed: number, count = 14, from?: string, isWhole = false): Sheet {
  const opening = 250_000 + seed * 1300
  let balance = isWhole ? Math.round(opening / 100) * 100 : opening
  const start = balance
  const rows = makeBookings(seed, count, from).map((booking, index) => {
    const cents = isWhole ? Math.round(booking.cents / 100) * 100 || 100 : booking.cents
    balance += cents
    return { ...booking, cents, balance, n: index + 1 }
  })
  return { rows, opening: start, closing: balance, first: rows[0]?.date ?? '', last: rows.at(-1)?.date ?? '' }
}

/** All cells of the file: what is above the table, its header, its rows, and what is below. */
export function cellsOf(layout: Layout, sheet: Sheet): string[][] {
  const rows = layout.isNewestFirst ? sheet.rows.toReversed() : sheet.rows
  const cells = [
    ...(layout.above?.(sheet) ?? []),
    ...(layout.header ? [layout.header.split('|')] : []),
    ...rows.map((row) => layout.row(row, sheet)),
    ...(layout.below?.(sheet) ?? []),
  ]
  return layout.edit ? layout.edit(cells) : cells
}

export function caseOf(layout: Layout): BankFileCase {
  const sheet = makeSheet(layout.seed, layout.count, layout.from, layout.isWhole)
  const delimiter = layout.delimiter ?? ','
  const quote = (cell: string) =>
    layout.isQuoted || cell.includes(delimiter) || /["\n]/.test(cell)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell
  const text = `${cellsOf(layout, sheet)
    .map((row) => row.map(quote).join(delimiter))
    .join('\r\n')}\r\n`
  const finished = layout.finish?.(text) ?? text
  const bytes = bytesOf(finished, layout.encoding ?? 'utf-8')
  return {
    name: layout.name,
    bytes,
    truth: { statements: [sheetTruth(layout, sheet)], ...(layout.asks ? { asks: layout.asks } : {}) },
  }
}

function bytesOf(text: string, encoding: NonNullable<Layout['encoding']>): Uint8Array {
  if (encoding === 'utf-8') return utf8(text)
  if (encoding === 'latin1') return latin1(text)
  if (encoding === 'utf-16le') return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
  return encodeText(text, encoding)
}

export function sheetTruth(layout: Pick<Layout, 'account' | 'currency' | 'balances'>, sheet: Sheet) {
  return truthOf(sheet.rows, {
    ...(layout.account === undefined ? {} : { account: layout.account }),
    currency: layout.currency,
    opening: layout.balances === 'both' || layout.balances === 'opening' ? sheet.opening : null,
    closing: layout.balances === 'both' || layout.balances === 'closing' ? sheet.closing : null,
  })
}

const parts = (iso: string) => iso.split('-') as [string, string, string]
export const dmy = (iso: string, sign = '/') => parts(iso).toReversed().join(sign)
export const dmyShort = (iso: string, sign = '/') => dmy(iso, sign).replace(/\d\d(\d\d)$/, '$1')
export const mdy = (iso: string) => `${parts(iso)[1]}/${parts(iso)[2]}/${parts(iso)[0]}`
export const ymd = (iso: string, sign = '') => parts(iso).join(sign)
const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
export const named = (iso: string, sign = ' ') =>
  [parts(iso)[2], monthNames[Number(parts(iso)[1]) - 1], parts(iso)[0]].join(sign)

/** 1,234.56 with any signs. */
export function grouped(cents: number, thousands: string, mark: string): string {
  const [whole = '', fraction = ''] = decimal(Math.abs(cents)).split('.')
  return `${cents < 0 ? '-' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, thousands)}${mark}${fraction}`
}
export const plain = (cents: number) => decimal(cents)
export const english = (cents: number) => grouped(cents, ',', '.')
export const german = (cents: number) => grouped(cents, '.', ',')
export const french = (cents: number) => grouped(cents, '\u00a0', ',')
export const swiss = (cents: number) => grouped(cents, "'", '.')
export const comma = (cents: number) => decimal(cents, ',')
/** 12,34,567.89 */
export function indian(cents: number): string {
  const [whole = '', fraction = ''] = decimal(Math.abs(cents)).split('.')
  const head = whole.slice(0, -3).replaceAll(/\B(?=(\d{2})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}${head === '' ? '' : `${head},`}${whole.slice(-3)}.${fraction}`
}
export const out = (row: Row, write: (cents: number) => string) => (row.cents < 0 ? write(-row.cents) : '')
export const came = (row: Row, write: (cents: number) => string) => (row.cents >= 0 ? write(row.cents) : '')
