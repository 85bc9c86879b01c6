import { currencies, digitsOf } from '../../shared/currencies.ts'
import type { QueryOf } from '../../shared/endpoint.ts'
import { amountReadings } from './amount-readings.ts'
import type { listInvoices } from './contract.ts'
import { readNumberSearch } from './numbers/number-rules.ts'
import type { StoredStatus } from './rules.ts'

type Filters = Pick<QueryOf<typeof listInvoices>, 'status' | 'search'>

/** The newest due date comes first. */
export const listKey = ['i.due_date', 'i.id'] as const

const codesWith = (decimals: number) =>
  currencies.flatMap((code) => (digitsOf(code) === decimals ? [`'${code}'`] : [])).join(', ')
/** Which invoices have amounts with so many decimals. Lists of codes, because Postgres knows how frequent these are. */
const hasDecimals = {
  0: `i.currency in (${codesWith(0)})`,
  2: `i.currency not in (${codesWith(0)}, ${codesWith(3)})`,
  3: `i.currency in (${codesWith(3)})`,
}

/**
 * The conditions by which a search finds single invoices: a running number, the number of a credit note, a total or a
 * balance due. Each has an index of its own. An amount is looked for in the minor unit of every currency.
 */
function exactMatches({ status, search }: Filters, locale: string, parameter: (value: string) => string) {
  const { start, running } = readNumberSearch(search)
  const numbers = running === null ? [] : [`i.sequence_number = ${parameter(String(running))}::bigint`]
  // Every number of a credit note has a digit.
  const isCreditNote = start !== null && /\d/.test(start)
  if (isCreditNote) numbers.push(ofCreditNote(`${parameter(search.replace(/^#/, ''))}::text`))
  const readings = amountReadings(search, locale)
  const amounts = readings.flatMap(({ digits: decimals, minor }) => {
    const isAmount = `= ${parameter(String(minor))}::bigint and ${hasDecimals[decimals]}`
    const ofTotal = (stored: StoredStatus) => `i.total_minor ${isAmount} and i.status = '${stored}'`
    const ofPending = [
      ofTotal('pending'),
      `i.open_minor ${isAmount} and i.status = 'pending' and i.open_minor <> i.total_minor`,
    ]
    return [
      ...(status === 'all' || status === 'paid' ? [ofTotal('paid')] : []),
      ...(status === 'all' ? [ofTotal('cancelled')] : []),
      ...(status === 'paid' ? [] : ofPending),
    ]
  })
  // Postgres truncates names of statements after 63 characters.
  const ofAmounts = readings.length > 0 ? `-amount${readings.map(({ digits }) => digits).join('')}` : ''
  const kind = `${running === null ? '' : '-running'}${isCreditNote ? '-credit' : ''}${ofAmounts}`
  return { kind, matches: [...numbers, ...amounts] }
}

/** An array, so that Postgres looks up the invoice by its key, instead of looking for it along the list. */
const ofCreditNote = (number: string) => `i.id = any (array(
  select c.invoice_id from credit_notes c
  where c.business_id = $1 and c.number in (${number}, lower(${number}), upper(${number}))))`

/** The conditions by which a list shows invoices with some statuses only. */
export function ofStatus(
  status: Filters['status'],
  today: string,
  parameter: (value: string) => string,
): string[] {
  const states: string[] = []
  if (status !== 'all') states.push(`i.status = '${status === 'paid' ? 'paid' : 'pending'}'`)
  if (status === 'pending') states.push(`i.due_date >= ${parameter(today)}::date`)
  if (status === 'overdue') states.push(`i.due_date < ${parameter(today)}::date`)
  return states
}

/** What a search looks for: in names and numbers of a row with this alias, and by single conditions on invoices. */
export function searchFor(filters: Filters, locale: string, parameter: (value: string) => string) {
  const pattern = parameter(filters.search)
  const { kind, matches } = exactMatches(filters, locale, parameter)
  const { start } = readNumberSearch(filters.search)
  const number = start === null ? null : parameter(start)
  const fits = (row: string) => {
    const hasName = `strpos(lower(${row}.client_name), lower(${pattern})) > 0`
    return number === null
      ? hasName
      : `(${hasName} or starts_with(lower(${row}.number collate "C"), ${number}))`
  }
  const fitsOwnField = `(i.own_fields <> '{}'
    and strpos(platform.own_values(i.own_fields), lower(${pattern})) > 0)`
  return { pattern, number, kind, matches, fits, fitsOwnField }
}
