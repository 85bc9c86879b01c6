import { countries, isCountry } from '../../../shared/countries.ts'
import { isCurrency } from '../../../shared/currencies.ts'
import { checkTaxId } from '../../../shared/tax-ids.ts'
import { type AnyField, type DataKind, labelOf } from '../rules.ts'
import type { Columns, Facts, Problem } from './data-file.ts'
import { type Values, scale, toMinor } from './read-values.ts'

export interface FileRow {
  /** In the file, counted from 1. */
  number: number
  cells: string[]
}

export interface ReadContext {
  kind: DataKind
  columns: Columns
  values: Values
  facts: Facts
}

const countryCodes = new Map(countries.map(({ code, name }) => [name.toLowerCase(), code]))
const otherCountryNames: Record<string, string> = {
  usa: 'US', 'united states of america': 'US', 'u.s.': 'US', 'u.s.a.': 'US', uk: 'GB', 'great britain': 'GB', england: 'GB',
  scotland: 'GB', wales: 'GB', holland: 'NL', 'the netherlands': 'NL', 'czech republic': 'CZ', turkey: 'TR', deutschland: 'DE',
  österreich: 'AT', schweiz: 'CH', españa: 'ES', italia: 'IT',
} // prettier-ignore

/** The fields of one row. What is wrong with them is collected, so that a row shows all of its errors. */
export class RowReader {
  readonly problems: Problem[] = []
  readonly row: FileRow
  readonly #context: ReadContext

  constructor(row: FileRow, context: ReadContext) {
    this.row = row
    this.#context = context
  }

  has(field: AnyField): boolean {
    return this.text(field) !== ''
  }

  text(field: AnyField): string {
    const at = this.#context.columns[field]
    return at === undefined ? '' : (this.row.cells[at] ?? '').trim()
  }

  fail(field: AnyField | null, text: string): null {
    const column = field === null ? '' : labelOf(this.#context.kind, field)
    this.problems.push({ row: this.row.number, column, text })
    return null
  }

  required(field: AnyField): string {
    const text = this.text(field)
    if (text === '') this.fail(field, 'This is empty.')
    return text
  }

  /** Null if the cell is empty, or is no date. */
  date(field: AnyField): string | null {
    const text = this.text(field)
    if (text === '') return null
    return this.#context.values.date(text) ?? this.fail(field, `“${shorten(text)}” is not a date.`)
  }

  /** Null if the cell is empty, or is no amount. */
  minor(field: AnyField, currency: string): number | null {
    const decimal = this.number(field)
    if (decimal === null) return null
    return (
      toMinor(decimal, currency) ??
      this.fail(
        field,
        `“${shorten(this.text(field))}” has more decimals or digits than an amount in ${currency} can have.`,
      )
    )
  }

  thousandths(field: AnyField): number | null {
    const decimal = this.number(field)
    if (decimal === null) return null
    return (
      scale(decimal, 3) ?? this.fail(field, `“${shorten(this.text(field))}” has more than three decimals.`)
    )
  }

  /** A plain decimal. Null if the cell is empty, or is no number. */
  number(field: AnyField): string | null {
    const text = this.text(field)
    if (text === '') return null
    return this.#context.values.number(text) ?? this.fail(field, `“${shorten(text)}” is not a number.`)
  }

  /** The home currency if the cell is empty. */
  currency(): string {
    const text = this.text('currency').toUpperCase()
    const code = /\b[A-Z]{3}\b/.exec(text)?.[0] ?? text
    if (text === '' || isCurrency(code)) return code || this.#context.facts.currency
    this.fail('currency', `“${shorten(text)}” is not a currency. Use its three letters, such as EUR.`)
    return this.#context.facts.currency
  }

  country(): string {
    const text = this.text('country')
    const code = text.toUpperCase()
    if (text === '' || isCountry(code)) return code
    const named = countryCodes.get(text.toLowerCase()) ?? otherCountryNames[text.toLowerCase()]
    if (named !== undefined) return named
    this.fail('country', `“${shorten(text)}” is not a country. Use its name in English or its two letters.`)
    return ''
  }

  /** As tax offices write it. One that does not fit its country is kept as it stands in the file. */
  taxId(country: string): string {
    const text = this.text('taxId')
    const checked = checkTaxId(country, text)
    return 'taxId' in checked ? checked.taxId : text
  }

  /** Street, town, region and country, each on its line. */
  address(): string {
    const town = [this.text('postalCode'), this.text('city'), this.text('region')].filter(Boolean).join(' ')
    return [...this.text('address').split(/\r?\n/), this.text('address2'), town]
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n')
  }
}

export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
