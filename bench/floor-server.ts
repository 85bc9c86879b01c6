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

interface FloorSettings {
  url: string
  port: number
  list: Statement
  /** What making an invoice sends to the database between begin and commit, in batches that travel together. */
  create: Statement[][]
  /** The values in those statements that must be new each time. */
  fresh: { id: string; number: string; requestId: string }
}

const settings = JSON.parse(process.env['FLOOR'] ?? '') as FloorSettings
const pool = new pg.Pool({ connectionString: settings.url, max: 10, pipeline: true })

async function list(): Promise<unknown> {
  return (await pool.query(settings.list)).rows
}

function renew(values: unknown[], replacements: Map<unknown, string>): unknown[] {
  return values.map((value) => replacements.get(value) ?? value)
}

async function create(): Promise<unknown> {
  const id = randomUUID()
  const { fresh } = settings
  const replacements = new Map([
    [fresh.id, id],
    [fresh.number, id.slice(0, 8).toUpperCase()],
    [fresh.requestId, randomUUID()],
  ])
  const client = await pool.connect()
  try {
    const opened = client.query('begin')
    for (const batch of settings.create) {
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
    const work = request.method === 'POST' ? create() : list()
    work.then(
      (answer) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
}).listen(settings.port, '127.0.0.1', () => process.send?.('ready'))
