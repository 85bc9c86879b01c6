import { isCurrency } from '../../shared/currencies.ts'
import { isIsoDate } from '../../shared/dates.ts'

/** How many units of a currency one euro was worth on a day. */
export interface ReferenceRate {
  currency: string
  day: string
  /** As the file has it, such as 1.0843. */
  rate: string
}

export interface ReferenceRates {
  rates: ReferenceRate[]
  /** Rates in codes that are not among our currencies, such as those that the euro replaced. */
  skipped: { currencies: string[]; count: number }
}

/** The file is not a file of rates. Nothing of it may be stored. */
export class WrongRatesFile extends Error {
  override readonly name = 'WrongRatesFile'
}

const separator = ','
const noRate = 'N/A'
/** The day on which the euro began. There are no rates for one euro from before. */
const firstDay = '1999-01-01'

/**
 * Reads the reference rates of the European Central Bank: a column Date, then one for each currency. Both forms that it
 * publishes end their lines with a comma. All of the file is right, or this throws.
 */
export function parseReferenceRates(csv: string, today: string): ReferenceRates {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r?\n/)
  while (lines.at(-1)?.trim() === '') lines.pop()
  const [header = '', ...rows] = lines
  const columns = readHeader(header)
  const rates: ReferenceRate[] = []
  const unknown = new Map<string, number>()
  const lineOfDay = new Map<string, number>()
  for (const [before, row] of rows.entries()) {
    const line = before + 2
    const [date = '', ...values] = readFields(row, columns, line)
    const day = readDay(date, today, line)
    const earlier = lineOfDay.get(day)
    if (earlier !== undefined) throw wrong(line, 1, 'Date', `${quoted(date)} is also on line ${earlier}`)
    lineOfDay.set(day, line)
    for (const [index, value] of values.entries()) {
      const currency = columns[index + 1] ?? ''
      const rate = readRate(value, line, index + 2, currency)
      if (rate === null) continue
      if (isCurrency(currency)) rates.push({ currency, day, rate })
      else unknown.set(currency, (unknown.get(currency) ?? 0) + 1)
    }
  }
  if (rates.length === 0) throw new WrongRatesFile('there are no rates in it')
  const count = [...unknown.values()].reduce((sum, one) => sum + one, 0)
  return { rates, skipped: { currencies: [...unknown.keys()], count } }
}

function wrong(line: number, column: number, name: string, reason: string): WrongRatesFile {
  return new WrongRatesFile(`line ${line}, column ${column}${name && ` (${name})`}: ${reason}`)
}

/** A text from the file, short enough for a message. */
function quoted(text: string): string {
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`
}

function split(line: string): string[] {
  return line.split(separator).map((field) => field.trim())
}

function readHeader(line: string): string[] {
  const columns = split(line)
  if (columns.length > 1 && columns.at(-1) === '') columns.pop()
  const [first = ''] = columns
  if (first !== 'Date') throw wrong(1, 1, '', `the first column must be Date, not ${quoted(first)}`)
  if (columns.length === 1) throw wrong(1, 2, '', 'there is no column with a currency')
  for (const [index, name] of columns.entries()) {
    const refuse = (reason: string) => wrong(1, index + 1, '', `${quoted(name)} ${reason}`)
    if (index === 0) continue
    if (!/^[A-Z]{3}$/.test(name)) throw refuse('is not a currency code of three letters')
    if (name === 'EUR') throw refuse('has no rate, because all rates are for one euro')
    if (columns.indexOf(name) < index) throw refuse('is there twice')
  }
  return columns
}

function readFields(row: string, columns: readonly string[], line: number): string[] {
  const fields = split(row)
  if (fields.length === columns.length + 1 && fields.at(-1) === '') fields.pop()
  const count = `the line has ${fields.length === 1 ? '1 field' : `${fields.length} fields`} instead of ${columns.length}`
  if (fields.length < columns.length) {
    throw wrong(line, fields.length + 1, columns[fields.length] ?? '', count)
  }
  if (fields.length > columns.length) throw wrong(line, columns.length + 1, '', count)
  return fields
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** Reads 2026-11-17 and 17 November 2026. */
function readDay(text: string, today: string, line: number): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) ([A-Za-z]+) (\d{4})$/.exec(text) ?? []
  const number = months.indexOf(month) + 1
  const iso = number > 0 ? `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}` : text
  const refuse = (reason: string) => wrong(line, 1, 'Date', `${quoted(text)} ${reason}`)
  if (!isIsoDate(iso)) throw refuse('is not a date such as 2026-11-17 or 17 November 2026')
  if (iso > today) throw refuse('is in the future')
  if (iso < firstDay) throw refuse('is before the first day of the euro')
  return iso
}

function readRate(text: string, line: number, column: number, currency: string): string | null {
  if (text === noRate) return null
  const refuse = (reason: string) => wrong(line, column, currency, `the rate ${quoted(text)} ${reason}`)
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw refuse(`is not a number (a missing rate is ${noRate})`)
  if (text.startsWith('-') || !/[1-9]/.test(text)) throw refuse('must be more than 0')
  if (!/^\d{1,12}(\.\d{1,12})?$/.test(text)) throw refuse('has too many digits')
  return text
}
