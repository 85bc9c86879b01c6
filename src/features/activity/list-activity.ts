import type { Database } from '../../platform/db/connect.ts'
import { exactMoment, exactPage, readExactCursor } from '../../platform/db/exact-cursor.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { nameOf } from '../../platform/db/name-of.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { type Subject, pages, subjectNames } from './rules.ts'

type Answer = ResponseOf<typeof contract.listActivity>

const pageSize = 50

const tables: Partial<Record<Subject, string>> = {
  invoice: 'invoices',
  estimate: 'estimates',
  client: 'clients',
  'recurring invoice': 'recurring_series',
  template: 'invoice_templates',
  expense: 'expenses',
  'recurring expense': 'recurring_expenses',
  receipt: 'receipts',
}

const exists = (Object.keys(pages) as Subject[])
  .map(
    (subject) =>
      `when '${subject}' then exists (select from ${tables[subject]} d where d.business_id = $1 and d.id = a.subject_id)`,
  )
  .join(' ')

/** Each filter has a statement of its own, so that Postgres reads the index that fits. */
function listStatement(query: QueryOf<typeof contract.listActivity>, businessId: string) {
  const cursor = query.after === undefined ? null : readExactCursor(query.after, 'after')
  const values: unknown[] = [businessId, subjectNames]
  const add = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    query.member && `user_id = ${add(query.member)}`,
    query.subject && `subject = ${add(query.subject)}`,
    cursor && `(at, id) < (${add(cursor.at)}::timestamptz, ${add(cursor.id)}::uuid)`,
  ].filter(Boolean)
  const name = ['list-activity', query.member && 'member', query.subject && 'subject', cursor && 'after']
  return {
    name: name.filter(Boolean).join('-'),
    // A version that is rolled back may meet subjects that a newer one has noted.
    text: `select a.id, ${exactMoment('a.at')} as at, ${isoMoment('a.at')} as shown,
             coalesce(${nameOf('a.user_id')}, '') as who, a.verb, a.subject, a.label, a.count::float8 as count,
             case when case a.subject ${exists} end then a.subject_id end as "documentId"
           from (
             select * from activity where business_id = $1 and subject = any($2::text[])
               ${conditions.map((condition) => `and ${condition}`).join(' ')}
             order by at desc, id desc limit ${pageSize + 1}
           ) a order by a.at desc, a.id desc`,
    values,
  }
}

export async function listActivity(
  database: Database,
  businessId: string,
  query: QueryOf<typeof contract.listActivity>,
): Promise<Answer> {
  const statement = listStatement(query, businessId)
  const [rows, people] = await Promise.all([
    queryTenant<Answer['acts'][number] & { shown: string }>(database, businessId, statement),
    queryTenant<Answer['people'][number]>(database, businessId, {
      name: 'list-people',
      text: 'select user_id as "userId", name from people where business_id = $1 order by lower(name), user_id',
      values: [businessId],
    }),
  ])
  const { shown, next } = exactPage(rows, pageSize)
  return { acts: shown.map(({ shown: at, ...act }) => ({ ...act, at })), next, people }
}
