import pg from 'pg'

/** A connection of its own: Postgres notifies only the one that listens, while it is open. */
export function createListeningClient(url: string, timeoutMs: number): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: 'millrace_live',
    options: '-c role=millrace_platform',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
  })
}
