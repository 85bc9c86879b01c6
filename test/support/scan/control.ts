import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'

/**
 * Starts a vulnerable page, which runs its query as SQL and echoes it as markup. A scanner that finds nothing
 * on it would find nothing anywhere.
 */
export async function startScanControl(database: pg.Pool) {
  const server = createServer((request, response) => {
    const search = new URL(request.url ?? '/', 'http://control').searchParams.get('search')
    response.setHeader('content-type', 'text/html')
    if (search === null) return response.end('<a href="/?search=a">search</a>')
    database
      .query(`select name from (values ('apple'), ('pear')) as fruit (name) where name like '%${search}%'`)
      .then(
        ({ rows }) => response.end(`<p>${search}</p>${JSON.stringify(rows)}`),
        (error: Error) => response.end(`<p>${search}</p>PostgreSQL query failed: ERROR: ${error.message}`),
      )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
