import type pg from 'pg'

/** Reads a query page by page, so that no more than one of them is held at once. One at a time in a transaction. */
export async function* readPages<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  query: string,
  pageSize: number,
): AsyncGenerator<Row[]> {
  await client.query(`declare page_by_page no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${pageSize} from page_by_page`)
    if (rows.length === 0) break
    yield rows
  }
  // Otherwise it ends with its transaction.
  await client.query('close page_by_page')
}
