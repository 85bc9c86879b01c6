import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import {
  type PageRequest,
  afterCursor,
  orderByDate,
  readDatePage,
  rowsToRead,
} from '../../platform/db/date-pages.ts'
import { timeEntries } from '../../platform/db/tables/time-entries.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import { maxOffered } from './rules.ts'

export const timeColumns = {
  ...getTableColumns(timeEntries),
  clientName: sql<string>`(select c.company_name from clients c
    where c.business_id = time_entries.business_id and c.id = time_entries.client_id)`,
  invoiceNumber: sql<string | null>`(select i.number from invoices i
    where i.business_id = time_entries.business_id and i.id = time_entries.invoice_id)`,
}
type TimeRow = typeof timeEntries.$inferSelect & { clientName: string; invoiceNumber: string | null }

export function timeNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This time entry could not be found.')
}

export function toTimeEntry(row: TimeRow): contract.TimeEntry {
  const { id, version, clientId, clientName, description, onDate, seconds, rateMinor, currency } = row
  return {
    id,
    version,
    clientId,
    clientName,
    description,
    seconds,
    rateMinor,
    currency,
    date: onDate,
    startedAt: row.startedAt?.toISOString() ?? null,
    invoice: row.invoiceId === null ? null : { id: row.invoiceId, number: row.invoiceNumber ?? '' },
  }
}

/** Locks an entry until the transaction ends. */
export async function lockTime({ db }: Transaction, businessId: string, id: string): Promise<TimeRow> {
  const [row] = await db
    .select(timeColumns)
    .from(timeEntries)
    .where(and(eq(timeEntries.businessId, businessId), eq(timeEntries.id, id)))
    .for('update')
  if (!row) throw timeNotFound()
  return row
}

export async function findTimer(
  { db }: Transaction,
  businessId: string,
  userId: string,
): Promise<TimeRow | undefined> {
  const [row] = await db
    .select(timeColumns)
    .from(timeEntries)
    .where(
      and(
        eq(timeEntries.businessId, businessId),
        eq(timeEntries.createdBy, userId),
        sql`time_entries.seconds is null`,
      ),
    )
  return row
}

export async function findTimeByRequest(
  { db }: Transaction,
  businessId: string,
  requestId: string,
): Promise<TimeRow | undefined> {
  const [row] = await db
    .select(timeColumns)
    .from(timeEntries)
    .where(and(eq(timeEntries.businessId, businessId), eq(timeEntries.requestId, requestId)))
  return row
}

const key = ['t.on_date', 't.id'] as const

const listed = `t.id, t.version, t.client_id as "clientId", c.company_name as "clientName", t.description,
  t.on_date::text as date, to_char(t.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt",
  t.seconds, t.rate_minor::float8 as "rateMinor", t.currency,
  case when i.id is not null then json_build_object('id', i.id, 'number', i.number) end as invoice`

async function readPage(
  { client }: Transaction,
  businessId: string,
  clientId: string,
  request: PageRequest,
): Promise<contract.TimeEntry[]> {
  const values: string[] = [businessId, clientId]
  const cursor = afterCursor(request, key, (value) => `$${values.push(value)}`)
  const conditions = ['t.business_id = $1', 't.client_id = $2', 't.seconds is not null', ...cursor]
  const { rows } = await client.query<contract.TimeEntry>({
    name: `list-time-${request.direction}`,
    text: `select ${listed} from time_entries t
      join clients c on c.business_id = $1 and c.id = t.client_id
      left join invoices i on i.business_id = $1 and i.id = t.invoice_id
      where ${conditions.join(' and ')} ${orderByDate(request, key)} limit ${rowsToRead}`,
    values,
  })
  return rows
}

export async function listTime(
  { database }: Deps<'database'>,
  businessId: string,
  query: QueryOf<typeof contract.listTime>,
): Promise<ResponseOf<typeof contract.listTime>> {
  const { clientId } = query
  return withTenant(database, businessId, async (tx) => {
    const { items, ...cursors } = await readDatePage(
      query,
      (request) => readPage(tx, businessId, clientId, request),
      ({ date, id }) => ({ date, id }),
    )
    const { rows } = await tx.client.query<
      Pick<ResponseOf<typeof contract.listTime>, 'unbilledSeconds' | 'last'>
    >(
      `select coalesce((select sum(seconds)::float8 from time_entries
           where business_id = $1 and client_id = $2 and invoice_id is null and seconds is not null), 0) as "unbilledSeconds",
         (select json_build_object('rateMinor', rate_minor, 'currency', currency) from time_entries
           where business_id = $1 and client_id = $2 order by on_date desc, created_at desc limit 1) as last`,
      [businessId, clientId],
    )
    return { entries: items, ...cursors, ...rows[0]! }
  })
}

export async function listBillable(
  { database }: Deps<'database'>,
  businessId: string,
  { clientId, invoiceId }: QueryOf<typeof contract.listBillable>,
): Promise<contract.Billable> {
  return withTenant(database, businessId, async ({ client }) => {
    const values = [businessId, clientId, invoiceId ?? null]
    const [time, expenses] = await Promise.all([
      client.query<contract.Billable['time'][number]>(
        `select id, description, on_date::text as date, seconds, rate_minor::float8 as "rateMinor", currency
         from time_entries where business_id = $1 and client_id = $2 and seconds is not null
           and (invoice_id is null or invoice_id = $3) order by on_date, id limit ${maxOffered}`,
        values,
      ),
      client.query<contract.Billable['expenses'][number]>(
        `select id, vendor, notes, category, date::text as date, amount_minor::float8 as "amountMinor", currency
         from expenses where business_id = $1 and client_id = $2
           and (billed_invoice_id is null or billed_invoice_id = $3) order by date, id limit ${maxOffered}`,
        values,
      ),
    ])
    return { time: time.rows, expenses: expenses.rows }
  })
}
