import { type PageRequest, afterCursor, orderByDate, rowsToRead } from '../../platform/db/date-pages.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'

interface ListedRows {
  /** Of the prepared statement. */
  name: string
  /** The columns, the rows and their conditions. $1 is the business, $2 the client. */
  text: string
  values?: readonly string[]
  key: readonly [date: string, id: string]
}

/** Reads one page of rows of a client, newest first. */
export function readClientRows<Row extends object>(
  { database }: Deps<'database'>,
  { businessId, clientId }: { businessId: string; clientId: string },
  request: PageRequest,
  { name, text, values: more = [], key }: ListedRows,
): Promise<Row[]> {
  const values = [businessId, clientId, ...more]
  const range = afterCursor(request, key, (value) => `$${values.push(value)}`)
  return queryTenant<Row>(database, businessId, {
    name: `${name}-${request.direction}`,
    text: `${[text, ...range].join(' and ')} ${orderByDate(request, key)} limit ${rowsToRead}`,
    values,
  })
}
