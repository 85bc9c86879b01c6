/**
 * SQL that formats a timestamp as the API returns it. In lists, parsing and formatting dates in JavaScript
 * would cost more than the rest of a row.
 */
export function isoMoment(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
