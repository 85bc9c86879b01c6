import type pg from 'pg'

/** Makes a transaction read one moment of the database, for as long as a download may take. */
export async function beginSnapshot(client: pg.PoolClient): Promise<void> {
  await client.query(
    `set transaction isolation level repeatable read, read only;
     set local time zone 'UTC';
     set local cursor_tuple_fraction = 1;
     set local statement_timeout = '5min';
     set local idle_in_transaction_session_timeout = '10min'`,
  )
}

/** Reads a query page by page, to save memory. A transaction can run one of these at a time. */
export async function* readPages<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  query: string,
  pageSize: number,
  values: readonly unknown[] = [],
): AsyncGenerator<Row[]> {
  await client.query(`declare page_by_page no scroll cursor for ${query}`, [...values])
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${pageSize} from page_by_page`)
    if (rows.length === 0) break
    yield rows
  }
  // If the reader stops early, the cursor closes with its transaction.
  await client.query('close page_by_page')
}
