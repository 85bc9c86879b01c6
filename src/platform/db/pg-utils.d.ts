declare module 'pg/lib/utils.js' {
  /** Converts a value into the form that is sent to Postgres. */
  export function prepareValue(value: unknown): string | Buffer | null
}
