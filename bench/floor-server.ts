import { verifyPassword } from 'better-auth/crypto'
// The floor: what is left of a request when only HTTP, the driver and the statements themselves remain. No sign-in, no
// schema, no row-level security (the owner of an embedded database is bound by none), no log. Work that no server could
// leave out is done here too: comparing a password with its hash, and drawing a PDF.
import { createServer } from 'node:http'
import pg from 'pg'
import type { InvoiceDocument } from '../src/features/invoices/contract.ts'
import { renderInvoicePdf } from '../src/features/invoices/pdf/invoice-pdf.ts'
import { type Recorded, prepareReplay } from './replay.ts'

export type FloorWork = Recorded & {
  password?: { hash: string; password: string }
  pdf?: InvoiceDocument
  /** Sent as it is, in place of rows. */
  answer?: { body: Buffer; contentType: string }
}

export interface FloorSettings {
  url: string
  port: number
  /** What the statements take for theirs where they ask for it. */
  businessId: string
  /** By the path that they are asked for with. */
  works: Record<string, FloorWork>
}

interface Run {
  /** Which work is done once for each key, by so many at a time. */
  work: string
  keys: string[]
  lanes: number
}

type Answer = { body: string | Uint8Array; contentType: string }

function prepare(pool: pg.Pool, work: FloorWork): (key?: string) => Promise<Answer> {
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

async function runAll(work: (key?: string) => Promise<Answer>, { keys, lanes }: Run): Promise<number> {
  const waiting = [...keys]
  const began = performance.now()
  const lane = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await work(key)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return (performance.now() - began) / 1000
}

async function serve({ url, port, businessId, works }: FloorSettings): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    pipeline: true,
    options: `-c app.business_id=${businessId}`,
  })
  const prepared = new Map(Object.entries(works).map(([path, work]) => [path, prepare(pool, work)]))
  const workAt = (path: string) => {
    const work = prepared.get(path)
    if (!work) throw new Error(`there is no work ${path}`)
    return work
  }
  // Its threads are started, and its fonts read, before anything is measured.
  for (const [path, { pdf }] of Object.entries(works)) if (pdf) await workAt(path)()
  createServer((request, response) => {
    // A POST's body is read and thrown away.
    request.resume()
    request.on('end', () => {
      workAt((request.url ?? '/').slice(1))().then(
        ({ body, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(body),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
    })
  }).listen(port, '127.0.0.1', () => process.send?.('ready'))
  process.on('message', (run: Run) => {
    runAll(workAt(run.work), run).then(
      (seconds) => process.send?.({ seconds }),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  })
}

process.once('message', (settings) => void serve(settings as FloorSettings))
