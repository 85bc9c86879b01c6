/**
 * Leaves out what belongs to a suspended business (role of the platform). Reported so, and not as a join, because Postgres
 * then keeps to the order of what is due and looks up one business a row.
 */
export function notSuspended(table: string): string {
  return `not exists (select from businesses b where b.id = ${table}.business_id and b.suspended_at is not null)`
}
