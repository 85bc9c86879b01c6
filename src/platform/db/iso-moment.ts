/**
 * A moment written as it is sent, for lists: to read dates and write them again would cost more than the rest of a row.
 */
export function isoMoment(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
