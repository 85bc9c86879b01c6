import { verifyPassword } from 'better-auth/crypto'
// The floor: the cost of a request with only HTTP, the driver and the statements. There is no sign-in, no
// schema, no row-level security (it does not apply to the owner of an embedded database) and no log. Work
// that no server could omit is included: comparing a password with its hash, and rendering a PDF.
import { createServer } from 'node:http'
import pg from 'pg'
import type { InvoiceDocument } from '../src/features/invoices/contract.ts'
import { renderInvoicePdf } from '../src/features/invoices/pdf/invoice-pdf.ts'
import { type Recorded, prepareReplay } from './replay.ts'

export type FloorTask = Recorded & {
  password?: { hash: string; password: string }
  pdf?: InvoiceDocument
  /** Sent as the response instead of the rows. */
  answer?: { body: Buffer; contentType: string }
}

export interface FloorSettings {
  url: string
  port: number
  /** The business that the statements run for. */
  businessId: string
  /** By path. */
  tasks: Record<string, FloorTask>
}

interface Run {
  /** Runs a task once for each key, with this much concurrency. */
  task: string
  keys: string[]
  concurrency: number
}

type Answer = { body: string | Uint8Array; contentType: string }

function prepare(pool: pg.Pool, work: FloorTask): (key?: string) => Promise<Answer> {
  const replay = prepareReplay(pool, work)
  const { password, pdf, answer } = work
  return async (key) => {
    const rows = await replay(key)
    if (password) await verifyPassword(password)
    if (pdf) {
      const body = await renderInvoicePdf(pdf, { publicUrl: 'http://localhost:3000/', logo: null })
      return { body, contentType: 'application/pdf' }
    }
    return answer ?? { body: JSON.stringify(rows), contentType: 'application/json' }
  }
}

async function runAll(work: (key?: string) => Promise<Answer>, { keys, concurrency }: Run): Promise<number> {
  const pending = [...keys]
  const began = performance.now()
  const worker = async () => {
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) await work(key)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return (performance.now() - began) / 1000
}

async function serve({ url, port, businessId, tasks }: FloorSettings): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    pipeline: true,
    options: `-c app.business_id=${businessId}`,
  })
  const prepared = new Map(Object.entries(tasks).map(([path, work]) => [path, prepare(pool, work)]))
  const taskAt = (path: string) => {
    const work = prepared.get(path)
    if (!work) throw new Error(`there is no work ${path}`)
    return work
  }
  // Starts the threads and reads the fonts before the measurement.
  for (const [path, { pdf }] of Object.entries(tasks)) if (pdf) await taskAt(path)()
  createServer((request, response) => {
    // The body of a POST is discarded.
    request.resume()
    request.on('end', () => {
      taskAt((request.url ?? '/').slice(1))().then(
        ({ body, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(body),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
    })
  }).listen(port, '127.0.0.1', () => process.send?.('ready'))
  process.on('message', (run: Run) => {
    runAll(taskAt(run.task), run).then(
      (seconds) => process.send?.({ seconds }),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  })
}

process.once('message', (settings) => void serve(settings as FloorSettings))
