import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'

/**
 * A page as it must not be, which runs what it is asked for as SQL and repeats it as markup: a scanner that finds nothing
 * on it would find nothing anywhere.
 */
export async function startScanControl(database: pg.Pool) {
  const server = createServer((request, response) => {
    const wanted = new URL(request.url ?? '/', 'http://control').searchParams.get('search')
    response.setHeader('content-type', 'text/html')
    if (wanted === null) return response.end('<a href="/?search=a">search</a>')
    database
      .query(`select name from (values ('apple'), ('pear')) as fruit (name) where name like '%${wanted}%'`)
      .then(
        ({ rows }) => response.end(`<p>${wanted}</p>${JSON.stringify(rows)}`),
        (error: Error) => response.end(`<p>${wanted}</p>PostgreSQL query failed: ERROR: ${error.message}`),
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
