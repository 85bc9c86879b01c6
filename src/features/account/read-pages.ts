import type pg from 'pg'

/**
 * Reads a query page by page, so that only one page is in memory. A transaction can run only one of these at
 * a time.
 */
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
  // If the reader stops early, the cursor closes with its transaction.
  await client.query('close page_by_page')
}
