import pg from 'pg'

/** A connection of its own: notifications come to the connection that asked for them, for as long as it lasts. */
export function createListeningClient(url: string, answerWithinMs: number): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: 'millrace_live',
    options: '-c role=millrace_platform',
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
  })
}
