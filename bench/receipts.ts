import { randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { renderSampleReceipt } from '../test/support/receipts/corpus.ts'
import { type Load, cpuSeconds, loadWhile } from './load.ts'
import { openBusiness } from './open-business.ts'
import { residentMb } from './process.ts'
import { type Outcome, checkTargets } from './targets.ts'
import { withProduct } from './with-product.ts'

/** How many receipts each business adds at once: one has many, and two have one each. */
const receipts = [18, 1, 1]
const whole = 20
const listed = 2000
/** The request rate of a few hundred active users. */
const rate = 40
const quietSeconds = 30
/** Longer than the reader waits for another receipt. */
const idleSeconds = 40

interface Memory {
  readerMb: number
  /** Of the process that serves pages, before and after the receipts. */
  beforeMb: number
  idleMb: number
}

/** Measures the list of invoices while twenty receipts are read, all in one process, and the order in which they are. */
export async function benchReceipts(): Promise<Outcome> {
  const photo = await renderSampleReceipt()
  return withProduct(async ({ product, owner }) => {
    const pid = product.child.pid ?? 0
    const businesses = []
    for (let index = 0; index < receipts.length; index += 1) {
      businesses.push(await openBusiness(product.url, owner, index === 0 ? listed : 0))
    }
    const cookies = businesses.map(({ cookie }) => cookie)
    await owner.query('vacuum (analyze) invoices, businesses')
    const target = {
      url: `${product.url}/api/v1/invoices`,
      pid,
      headers: { cookie: cookies[0] ?? '', origin: product.url },
    }
    await loadWhile(target, rate, sleep(8000))
    const quiet = await loadWhile(target, rate, sleep(quietSeconds * 1000))
    const memory: Memory = { readerMb: 0, beforeMb: residentMb(pid), idleMb: 0 }
    for (const [index, count] of receipts.entries()) {
      for (let each = 0; each < count; each += 1) await upload(product.url, cookies[index] ?? '', photo)
    }
    const began = performance.now()
    let cpu = 0
    const busy = await loadWhile(
      target,
      rate,
      untilRead(owner, () => {
        const reader = workerOf(pid, 'receipt-worker')
        if (reader === undefined) return
        cpu = cpuSeconds(reader)
        memory.readerMb = Math.max(memory.readerMb, residentMb(reader))
      }),
    )
    const seconds = (performance.now() - began) / 1000
    const cpuEach = cpu / whole
    await sleep(idleSeconds * 1000)
    memory.idleMb = residentMb(pid)
    const turns = await turnsOf(
      owner,
      businesses.slice(1).map(({ business }) => business.id),
    )
    return report(quiet, busy, { seconds, cpuEach, memory, turns })
  })
}

async function upload(url: string, cookie: string, photo: Buffer): Promise<void> {
  const response = await fetch(`${url}/api/v1/receipts?requestId=${randomUUID()}&fileName=photo.jpg`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(photo),
  })
  if (!response.ok) throw new Error(`a receipt was refused: ${response.status} ${await response.text()}`)
}

/** The process that a server has started from a worker's file, while there is one. */
export function workerOf(pid: number, script: string): number | undefined {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((each) => {
      try {
        const isChild = new RegExp(`\\nPPid:\\s+${pid}\\n`).test(readFileSync(`/proc/${each}/status`, 'utf8'))
        return isChild && readFileSync(`/proc/${each}/cmdline`, 'utf8').includes(script)
      } catch {
        // It has ended meanwhile.
        return false
      }
    })
}

async function untilRead(owner: pg.Client, look: () => void): Promise<void> {
  const deadline = performance.now() + 1_800_000
  for (;;) {
    look()
    const { rows } = await owner.query<{ read: number }>(
      `select count(*)::int as read from receipts where state = 'read'`,
    )
    if (rows[0]?.read === whole) return
    if (performance.now() > deadline) throw new Error(`only ${rows[0]?.read} of ${whole} receipts were read`)
    await sleep(500)
  }
}

/** Where in the order of all receipts those of the small businesses were read. */
async function turnsOf(owner: pg.Client, businessIds: readonly string[]): Promise<number[]> {
  const { rows } = await owner.query<{ business_id: string }>(
    'select business_id from receipts order by updated_at',
  )
  return businessIds.map((id) => rows.findIndex((each) => each.business_id === id) + 1)
}

function row(what: string, { perSecond, p50, p99 }: Load, ratio = ''): string {
  return `| ${what} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${ratio} |`
}

function report(
  quiet: Load,
  busy: Load,
  { seconds, cpuEach, memory, turns }: { seconds: number; cpuEach: number; memory: Memory; turns: number[] },
): Outcome {
  const { labels, missed } = checkTargets({
    busy: { value: busy.p50 / quiet.p50, unit: 'times the p50 of a quiet minute', atMost: 1.2 },
    cpu: { value: cpuEach, unit: 's of CPU for each', atMost: 10 },
    memory: { value: memory.readerMb, unit: 'MB for the reader', atMost: 900 },
    idle: {
      value: memory.idleMb - memory.beforeMb,
      unit: 'MB more than before when it has ended',
      atMost: 20,
    },
    // The first receipts of the large business may be under way when the others arrive.
    turn: { value: Math.max(...turns), unit: 'is the last place of a business with one receipt', atMost: 6 },
  })
  const text = `
## Receipts (${whole} at once, of ${receipts.length} businesses)

| list of 50 | requests/s | p50 ms | p99 ms | |
| --- | ---: | ---: | ---: | --- |
${row('in a quiet minute', quiet)}
${row('while they are read', busy, labels.busy)}

All were read after ${seconds.toFixed(0)} s: ${labels.cpu}; ${labels.memory}, ${labels.idle}; ${labels.turn}.
`
  return { text, missed }
}
