/** SQL for a timestamp as the API returns it. Formatting it in JavaScript costs more than the whole row. */
export function isoMoment(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
