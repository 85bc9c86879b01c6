import { isCurrency } from '../../../../shared/currencies.ts'
import type { Scaled } from '../decimal-rules.ts'

export type Decimals = ',' | '.'
/** D: money out. C: money in. */
export type Side = 'D' | 'C'

/** An amount as it is written, before it is known which sign separates the decimals. */
export interface NumberCell {
  /** The plain decimal without a sign if a comma separates the decimals. Null if it cannot be read so. */
  comma: string | null
  dot: string | null
  /** 0 if it has no sign. */
  sign: -1 | 0 | 1
  /** From a suffix such as CR. */
  side: Side | null
  currency: string | null
  hasSymbol: boolean
}

const maxLength = 40
const maxDigits = 15
/** Of a currency and a side around the number. */
const maxLetters = 9

/** Signs of currencies. Empty where several currencies share the sign. */
const symbols: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₺': 'TRY',
  '₪': 'ILS',
  '₩': 'KRW',
  '₫': 'VND',
  '฿': 'THB',
  '₴': 'UAH',
  '₦': 'NGN',
  '₱': 'PHP',
  '₸': 'KZT',
  円: 'JPY',
  元: 'CNY',
  원: 'KRW',
  ZŁ: 'PLN',
  KČ: 'CZK',
  FT: 'HUF',
  TL: 'TRY',
  R$: 'BRL',
  US$: 'USD',
  U$S: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  NZ$: 'NZD',
  S$: 'SGD',
  HK$: 'HKD',
  NT$: 'TWD',
  MX$: 'MXN',
  LEI: 'RON',
  ЛВ: 'BGN',
  РУБ: 'RUB',
  RM: 'MYR',
  RP: 'IDR',
  RS: 'INR',
  FR: 'CHF',
  SFR: 'CHF',
  FRS: 'CHF',
  $: '',
  '¥': '',
  '￥': '',
  KR: '',
  R: 'ZAR',
  Q: 'GTQ',
  KSH: 'KES',
}

const sides: Record<string, Side> = {
  CR: 'C',
  DR: 'D',
  C: 'C',
  D: 'D',
  S: 'D',
  H: 'C',
  CRDT: 'C',
  DBIT: 'D',
  DB: 'D',
  CT: 'C',
  DT: 'D',
  CREDIT: 'C',
  DEBIT: 'D',
}

/** The amount in a cell, or null if the cell holds something else. Every cell of a table comes here, so texts leave early. */
export function numberCell(text: string): NumberCell | null {
  if (text.length === 0 || text.length > maxLength) return null
  let first = -1
  let last = -1
  let letters = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 57) {
      letters += 1
      if (letters > maxLetters) return null
    } else if (code >= 48) {
      if (first < 0) first = at
      last = at
    }
  }
  if (first < 0) return null
  const before = text[first - 1]
  if (before === '.' || before === ',') first -= 1
  const read = readBody(text.slice(first, last + 1))
  if (read === null) return null
  const cell: NumberCell = { ...read, sign: 0, side: null, currency: null, hasSymbol: false }
  const around = text.slice(0, first) + ' ' + text.slice(last + 1).replace(/^[.,][-–—]*/, '')
  if (around === ' ') return cell
  if (around !== '- ') return readAround(around, cell) ? cell : null
  cell.sign = -1
  return cell
}

const simple = /^(\d*)(?:([.,])(\d+))?$/

function readBody(body: string): { comma: string | null; dot: string | null } | null {
  const [isSimple, whole = '', separator, fraction = ''] = simple.exec(body) ?? []
  if (isSimple !== undefined && whole.length <= maxDigits) {
    if (separator === undefined) {
      // A number such as 00123 is an identification.
      return whole.length > 1 && whole.startsWith('0') ? null : { comma: whole, dot: whole }
    }
    const decimal = `${whole === '' ? '0' : whole}.${fraction}`
    const mayBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
    const thousands = mayBeThousands ? whole + fraction : null
    return separator === ',' ? { comma: decimal, dot: thousands } : { comma: thousands, dot: decimal }
  }
  const tidied = body.replaceAll(/[\s\u00a0\u202f\u2009]/g, ' ').replaceAll(/[’´`٬]/g, "'")
  if (!/^[\d.,' ]+$/.test(tidied)) return null
  const [comma, dot] = [plainDecimal(tidied, ','), plainDecimal(tidied, '.')]
  return comma === null && dot === null ? null : { comma, dot }
}

/** Signs, brackets, currencies and sides around the digits. False if there is anything else. */
function readAround(around: string, cell: NumberCell): boolean {
  const tokens = around
    .replaceAll(/[\u2212\u2013\u2012\u2014\uff0d]/g, '-')
    .replaceAll(/^\s*=?["']|["']\s*$/g, '')
    .match(/[-+()]|[^-+()\s\u00a0\u202f]+/g)
  for (const token of tokens ?? []) {
    if (token === '-' || token === '(') {
      if (cell.sign !== 0) return false
      cell.sign = -1
    } else if (token === '+') {
      if (cell.sign !== 0) return false
      cell.sign = 1
    } else if (token === ')') {
      if (cell.sign !== -1) return false
    } else {
      const name = token.toUpperCase().replaceAll(/[.:]/g, '')
      const side = sides[name]
      const symbol = symbols[name]
      if (side !== undefined && cell.side === null) cell.side = side
      else if (symbol !== undefined || isCurrency(name)) {
        cell.hasSymbol = true
        cell.currency = (symbol ?? name) || cell.currency
      } else return false
    }
  }
  return true
}

/** "1.234,5" with a comma is "1234.5". Null if the signs do not stand where that reading wants them. */
function plainDecimal(body: string, decimals: Decimals): string | null {
  const at = body.indexOf(decimals)
  if (at !== body.lastIndexOf(decimals)) return null
  const whole = ungrouped(at < 0 ? body : body.slice(0, at), at >= 0)
  if (whole === null || whole.length > maxDigits) return null
  if (at < 0) return whole === '' ? null : whole
  const fraction = body.slice(at + 1)
  if (!/^\d*$/.test(fraction) || (whole === '' && fraction === '')) return null
  return fraction === '' ? whole : `${whole === '' ? '0' : whole}.${fraction}`
}

const thousands = /^[1-9]\d{0,2}([.,' ])\d{3}(?:\1\d{3})*$/
/** Indian numbers: 12,34,567 */
const lakhs = /^[1-9]\d?,(?:\d{2},)*\d{3}$/

function ungrouped(whole: string, hasFraction: boolean): string | null {
  if (/^\d*$/.test(whole)) {
    // A number such as 00123 is an identification.
    return whole.length > 1 && whole.startsWith('0') && !hasFraction ? null : whole
  }
  return thousands.test(whole) || lakhs.test(whole) ? whole.replaceAll(/\D/g, '') : null
}

/** Which sign separates the decimals of this cell. Null if it does not matter, or cannot be seen. */
export function decimalsOf(cell: NumberCell): Decimals | 'unclear' | null {
  if (cell.comma === null) return '.'
  if (cell.dot === null) return ','
  return cell.comma === cell.dot ? null : 'unclear'
}

/** All amounts of a table are counted in this fraction of the currency's unit. */
const unitDigits = 8

/** The amount without its sign. */
export function unitsOf(cell: NumberCell, decimals: Decimals): bigint {
  const text = (decimals === ',' ? (cell.comma ?? cell.dot) : (cell.dot ?? cell.comma)) ?? '0'
  const at = text.indexOf('.')
  if (at < 0) return BigInt(text) * 100_000_000n
  return BigInt(text.slice(0, at) + text.slice(at + 1, at + 1 + unitDigits).padEnd(unitDigits, '0'))
}

/** How many decimals the cell shows. */
export function fractionOf(cell: NumberCell, decimals: Decimals): number {
  const text = (decimals === ',' ? (cell.comma ?? cell.dot) : (cell.dot ?? cell.comma)) ?? '0'
  const at = text.indexOf('.')
  return at < 0 ? 0 : Math.min(unitDigits, text.length - at - 1)
}

export function scaledUnits(units: bigint, digits: number): Scaled {
  return { units: units / 10n ** BigInt(unitDigits - digits), digits }
}
