import { type ExactCursor, exactPage, readExactCursor } from '../../platform/db/exact-cursor.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import type * as contract from './contract.ts'
import { type OutboxRow, outboxColumns, toOutboxMails } from './outbox-rows.ts'

type Query = QueryOf<typeof contract.listOutbox>

const pageSize = 50

/** Reads one more row than a page, to find out whether there is another page. */
function listStatement(state: Query['state'], cursor: ExactCursor | undefined) {
  const values: string[] = []
  const parameter = (value: string) => `$${values.push(value)}`
  const conditions = [
    ...(state ? [`state = ${parameter(state)}`] : []),
    ...(cursor
      ? [`(created_at, id) < (${parameter(cursor.at)}::timestamptz, ${parameter(cursor.id)}::uuid)`]
      : []),
  ]
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const text = `select ${outboxColumns} from mails ${where} order by created_at desc, id desc limit ${pageSize + 1}`
  return { text, values }
}

export async function listOutbox(
  { database }: AdminMailDeps,
  { state, after }: Query,
): Promise<ResponseOf<typeof contract.listOutbox>> {
  const cursor = after === undefined ? undefined : readExactCursor(after, 'after')
  const { rows } = await database.platform.query<OutboxRow>(listStatement(state, cursor))
  const { shown, next } = exactPage(rows, pageSize)
  return { mails: await toOutboxMails(database, shown), next }
}
