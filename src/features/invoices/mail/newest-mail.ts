/**
 * SQL for the state of the newest mail with a listed document. `row` is its name in the statement, and $1 the business.
 * A document has few mails. With `order by … limit 1`, Postgres may scan all mails of the business.
 */
export function newestMailOf(kind: 'invoice' | 'estimate', row: string): string {
  return `case when ${row}.sent_at is not null then (
  select (array_agg(m.state order by m.created_at desc))[1] from mails m
  where m.business_id = $1 and m.${kind}_id = ${row}.id and m.kind = '${kind}') end as mail`
}
