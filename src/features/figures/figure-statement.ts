import type pg from 'pg'
import { type PageRequest, afterCursor, orderByDate, rowsToRead } from '../../platform/db/date-pages.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { expenseText } from '../../platform/db/tables/expenses.ts'
import { type DatedFigure, type Hold, datesOf, partsOf, sumsOfPart, testSumsIn } from './figure-parts.ts'
import { largestByCurrency } from './largest-expense.ts'
import { moneyBuckets, moneyValues, testBuckets } from './money-buckets.ts'
import type { FigureName } from './rules.ts'

interface FigureRequest {
  figure: FigureName
  month: string | null
  request: PageRequest
}

function rowsOf({ figure, month, request }: FigureRequest, hold: Hold): string {
  switch (figure) {
    case 'bank-balance':
    case 'cash-balance':
      return connectedAccounts(['cash'])
    case 'cards-owed':
      return connectedAccounts(['credit'])
    case 'after-cards':
      return connectedAccounts(['cash', 'credit'])
    case 'largest-expense':
      return largestExpenses
    case 'left-over':
    case 'net':
    case 'average-per-day':
      return `'[]'::json`
    default:
      return datedRows({ figure, month, request }, hold)
  }
}

/**
 * One named statement for each kind of figure, planned once; sums and rows of one statement agree. $2 is
 * selected because Postgres must know the type of each parameter.
 */
export function figureStatement(businessId: string, today: string, options: FigureRequest): pg.QueryConfig {
  const { figure, month, request } = options
  const values = moneyValues(businessId, today)
  const hold = (value: string) => `$${values.push(value)}`
  const parts = partsOf(figure, month, today)
  const sums = parts.map((part) => sumsOfPart(part, hold))
  const tests = parts.map((part) => testSumsIn(part, hold))
  const text = `with ${moneyBuckets}, ${testBuckets} select $2::date as today,
    json_build_array(${sums.join(', ')}) as sums, json_build_array(${tests.join(', ')}) as tests,
    ${rowsOf(options, hold)} as rows`
  const kinds = ['figure', figure, ...(month === null ? [] : ['month']), request.direction]
  return { name: kinds.join('-'), text, values }
}

interface Range {
  figure: DatedFigure
  month: string | null
  request: PageRequest
}

/** Future rows are listed soonest first, past rows latest first. */
const isSoonestFirst = (figure: DatedFigure) =>
  figure === 'owed' || figure === 'overdue' || figure === 'upcoming'

/** Returns the SQL clauses that select one page of a table's rows by date. */
function pageOf(
  { request, ...of }: Range,
  [date, id]: readonly [string, string],
  hold: Hold,
  states: string[],
) {
  // The list is ordered latest first, so "before" a cursor means later dates.
  const at: PageRequest = isSoonestFirst(of.figure) ? { ...request, direction: 'before' } : request
  const conditions = [...states, ...datesOf(of, hold)(date), ...afterCursor(at, [date, id], hold)]
  return `where ${conditions.join(' and ')} ${orderByDate(at, [date, id])} limit ${rowsToRead}`
}

const latestFirst = 'order by date desc, id desc'
const soonestFirst = 'order by date, id'

/** Returns an SQL expression for an amount that has no fixed value in the home currency: RowMoney. */
const openMoney = (minor: string, currency: string) =>
  `json_build_object('minor', ${minor}, 'currency', ${currency}, 'homeMinor', null)`

/** The same for an amount that keeps the rate of its day. */
const fixedMoney = (table: string, sign = '') => `json_build_object('minor', ${sign}${table}.amount_minor,
  'currency', ${table}.currency, 'homeMinor', ${sign}${table}.home_minor, 'rate', ${table}.rate::text,
  'ratedOn', ${table}.rated_on, 'source', ${table}.rate_source)`

const pendingWith = (parts: string) => ['i.business_id = $1', `i.status = 'pending'`, parts]

/** An invoice that is paid in parts has a row for each open part. One page of each kind is enough for a page of both. */
function invoiceRows(range: Range, hold: Hold): string {
  const whole = pageOf(range, ['i.due_date', 'i.id'], hold, pendingWith('i.parts is null'))
  const inParts = pageOf(range, ['o.day', 'i.id'], hold, pendingWith('i.parts is not null'))
  return `select m.date, m.id, json_build_object('kind', 'invoice', 'id', m.id,
      'money', ${openMoney('m.minor', 'm.currency')},
      'date', m.date, 'number', m.number, 'clientName', m.client_name, 'totalMinor', m.total_minor) as item
    from (
      (select i.due_date as date, i.id, i.open_minor as minor, i.currency, i.number, i.client_name, i.total_minor
       from invoices i ${whole})
      union all
      (select o.day, i.id, o.minor, i.currency, i.number, i.client_name, i.total_minor
       from invoices i cross join lateral platform.owed_parts(i.due_date, i.open_minor, i.parts,
         i.received_minor + i.waived_minor, i.total_minor - i.credit_notes_minor - i.credited_minor) o ${inParts})
      ${soonestFirst} limit ${rowsToRead}
    ) m`
}

function expenseRows(range: Range, hold: Hold): string {
  return `select e.date, e.id, ${expenseItem} as item
    from expenses e ${pageOf(range, ['e.date', 'e.id'], hold, ['e.business_id = $1'])}`
}

const expenseItem = `json_build_object('kind', 'expense', 'id', e.id, 'money', ${fixedMoney('e')}, 'date', e.date,
  'category', e.category, 'notes', ${expenseText('e')})`

/** Lists payments, refunds and disputes together. One page of each is enough for a page of all of them. */
function movementRows(range: Range, hold: Hold): string {
  const isGain = range.figure === 'exchange-gains'
  const states = (table: string, counts: string) => [
    `${table}.business_id = $1`,
    counts,
    ...(isGain ? [`${table}.gain_minor is not null`] : []),
  ]
  const payments = pageOf(range, ['p.received_on', 'p.id'], hold, states('p', 'p.undone_at is null'))
  const refunds = pageOf(
    range,
    ['r.refunded_on', 'r.id'],
    hold,
    states('r', 'platform.is_given_back(r.state)'),
  )
  const disputes = pageOf(
    range,
    ['d.opened_on', 'd.id'],
    hold,
    states('d', 'platform.is_taken_back(d.state)'),
  )
  return `select m.date, m.id, json_build_object('kind', m.kind, 'id', m.id, 'money', m.money, 'date', m.date,
      'invoiceId', p.invoice_id, 'invoiceNumber', p.invoice_number, 'clientName', i.client_name,
      'method', p.method, 'isTest', p.is_test${isGain ? `, 'gain', json_build_object('minor', m.gain_minor, 'invoiceRate', i.rate::text)` : ''}) as item
    from (
      select * from (
        (select p.received_on as date, p.id, 'payment' as kind, ${fixedMoney('p')} as money, p.gain_minor, p.id as payment_id
         from payments p ${payments})
        union all
        (select r.refunded_on, r.id, 'refund', ${fixedMoney('r', '-')}, r.gain_minor, r.payment_id from refunds r ${refunds})
        union all
        (select d.opened_on, d.id, 'dispute', ${fixedMoney('d', '-')}, d.gain_minor, d.payment_id from disputes d ${disputes})
      ) all_kinds ${latestFirst} limit ${rowsToRead}
    ) m
    join payments p on p.business_id = $1 and p.id = m.payment_id
    left join invoices i on i.business_id = $1 and i.id = p.invoice_id`
}

const listOf = (rows: string, order = latestFirst) =>
  `(select coalesce(json_agg(item ${order}), '[]') from (${rows}) page_rows)`

/** Returns an SQL expression for a page of a figure's rows, plus one extra row if there are more. */
function datedRows(range: Range, hold: Hold): string {
  switch (range.figure) {
    case 'owed':
    case 'overdue':
      return listOf(invoiceRows(range, hold), soonestFirst)
    case 'received':
    case 'exchange-gains':
      return listOf(movementRows(range, hold))
    default:
      return listOf(expenseRows(range, hold), isSoonestFirst(range.figure) ? soonestFirst : latestFirst)
  }
}

/** The candidates, of which one is the largest at the latest rates. $3, $4: the month. */
const largestExpenses = listOf(`
  select e.date, e.id, ${expenseItem} as item from (${largestByCurrency}) largest
  join expenses e on e.business_id = $1 and e.id = largest.id`)

/** The connected accounts of these kinds, by bank. A credit card's negative balance counts as owed. */
const connectedAccounts = (kinds: readonly ('cash' | 'credit')[]) => `(
  select coalesce(json_agg(json_build_object('kind', 'account', 'id', a.id,
      'money', ${openMoney(`case a.kind when 'credit' then -1 else 1 end * coalesce(a.balance_minor, 0)`, 'a.currency')},
      'holds', a.kind,
      'institutionName', c.institution_name, 'name', a.name, 'last4', a.last4,
      'isDemo', c.source = 'demo', 'isKnown', a.balance_minor is not null, 'isStale', c.state = 'reconnect',
      'asOf', case when a.balance_minor is not null then ${isoMoment('greatest(c.last_synced_at, c.item_taken_at)')} end)
    order by c.created_at, c.id, a.created_at, a.name, a.id), '[]')
  from bank_connections c
  join bank_accounts a on a.business_id = c.business_id and a.connection_id = c.id
  where c.business_id = $1 and c.state in ('connected', 'reconnect') and c.removed_at is null
    and a.closed_at is null and a.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')}))`
