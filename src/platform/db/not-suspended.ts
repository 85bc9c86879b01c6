/**
 * SQL condition that leaves out rows of suspended businesses (platform role). It is a subquery rather than a
 * join, because Postgres then keeps the order of what is due and looks up one business per row.
 */
export function notSuspended(table: string): string {
  return `not exists (select from businesses b where b.id = ${table}.business_id and b.suspended_at is not null)`
}
