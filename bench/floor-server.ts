// The floor: what is left of a request when only HTTP, the driver and the statements themselves remain. No sign-in, no
// schema, no row-level security (the owner of an embedded database is bound by none).
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

interface Statement {
  text: string
  values: unknown[]
  name?: string
}

export interface FloorSettings {
  url: string
  port: number
  /** What the statements take for theirs where they ask for it. */
  businessId: string
  /** By the path that they are asked for with. */
  lists: Record<string, Statement>
  /** What making an invoice sends to the database between begin and commit, in batches that travel together. */
  create?: Statement[][]
  /** The values in those statements that must be new each time. */
  fresh?: { id: string; number: string; requestId: string }
}

const settings = JSON.parse(process.env['FLOOR'] ?? '') as FloorSettings
const pool = new pg.Pool({
  connectionString: settings.url,
  max: 10,
  pipeline: true,
  options: `-c app.business_id=${settings.businessId}`,
})

async function list(path: string): Promise<unknown> {
  const statement = settings.lists[path]
  if (!statement) throw new Error(`there is no list ${path}`)
  return (await pool.query(statement)).rows
}

function renew(values: unknown[], replacements: ReadonlyMap<unknown, string>): unknown[] {
  return values.map((value) => replacements.get(value) ?? value)
}

async function create(): Promise<unknown> {
  const id = randomUUID()
  const { fresh, create: batches = [] } = settings
  const replacements = new Map([
    [fresh?.id, id],
    [fresh?.number, id.slice(0, 8).toUpperCase()],
    [fresh?.requestId, randomUUID()],
  ])
  const client = await pool.connect()
  try {
    const opened = client.query('begin')
    for (const batch of batches) {
      await Promise.all(
        batch.map((statement) =>
          client.query({ ...statement, values: renew(statement.values, replacements) }),
        ),
      )
    }
    await opened
    await client.query('commit')
    return { id }
  } finally {
    client.release()
  }
}

createServer((request, response) => {
  // A POST's body is read and thrown away.
  request.resume()
  request.on('end', () => {
    const work = request.method === 'POST' ? create() : list((request.url ?? '/').slice(1))
    work.then(
      (answer) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
}).listen(settings.port, '127.0.0.1', () => process.send?.('ready'))
