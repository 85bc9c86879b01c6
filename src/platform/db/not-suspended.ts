/** SQL condition (platform role). A subquery, so that Postgres keeps the order of what is due. */
export function notSuspended(table: string): string {
  return `not exists (select from businesses b where b.id = ${table}.business_id and b.suspended_at is not null)`
}
