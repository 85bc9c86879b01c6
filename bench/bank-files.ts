import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { BankFilePreview, BankImport } from '../src/features/bank-files/contract.ts'
import { addDays } from '../src/shared/dates.ts'
import { type Load, loadWhile } from './load.ts'
import { openBusiness } from './open-business.ts'
import { residentMb } from './process.ts'
import { workerOf } from './receipts.ts'
import { type Outcome, checkTargets } from './targets.ts'
import { withProduct } from './with-product.ts'

const lines = 50_000
const listed = 2000
/** The request rate of a few hundred active users. */
const rate = 40
const quietSeconds = 20

/** As many transactions as a busy shop has in five years, in no special order within a day. */
function makeFile(): string {
  const rows = Array.from({ length: lines }, (_, n) => {
    const date = addDays('2021-01-01', Math.floor((n * 1825) / lines))
    const cents = ((n * 7919) % 90_000) + 100
    const amount = `${n % 3 === 0 ? '' : '-'}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    return `${date},Card payment ${(n * 31) % 997} shop ${n % 211},${amount}`
  })
  return ['Date,Description,Amount', ...rows, ''].join('\n')
}

/** Measures the preview and the import of a large file, beside requests for the list of invoices. */
export async function benchBankFiles(): Promise<Outcome> {
  const file = makeFile()
  return withProduct(async ({ product, owner }) => {
    const pid = product.child.pid ?? 0
    const { cookie, business } = await openBusiness(product.url, owner, listed)
    const headers = { cookie, origin: product.url }
    await owner.query('vacuum (analyze) invoices, businesses')
    const target = { url: `${product.url}/api/v1/invoices`, pid, headers }
    await loadWhile(target, rate, sleep(8000))
    const quiet = await loadWhile(target, rate, sleep(quietSeconds * 1000))

    const ask = createAsker(product.url, headers)
    const seconds = { preview: Number.NaN, import: Number.NaN, again: Number.NaN }
    let workerMb = 0
    const look = setInterval(() => {
      const worker = workerOf(pid, 'bank-file-worker')
      if (worker !== undefined) workerMb = Math.max(workerMb, residentMb(worker))
    }, 50)
    const importOnce = async (): Promise<{ preview: number; import: number; added: number }> => {
      const began = performance.now()
      const shown = await ask.upload(file)
      const previewed = performance.now()
      const done = await ask.importAll(shown)
      return {
        preview: (previewed - began) / 1000,
        import: (performance.now() - previewed) / 1000,
        added: done.added,
      }
    }
    const busy = await loadWhile(
      target,
      rate,
      (async () => {
        const first = await importOnce()
        const second = await importOnce()
        if (first.added !== lines || second.added !== 0)
          throw new Error(`${first.added} and then ${second.added} transactions were added`)
        Object.assign(seconds, { preview: second.preview, import: first.import, again: second.import })
      })(),
    )
    clearInterval(look)
    const floor = await insertFloor(owner, business.id)
    return report(quiet, busy, { ...seconds, floor, workerMb })
  })
}

async function answer<T>(request: Promise<Response>): Promise<T> {
  const response = await request
  if (!response.ok) throw new Error(`refused: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

function createAsker(url: string, headers: Record<string, string>) {
  const path = `${url}/api/v1/bank-imports`
  return {
    upload: (file: string) =>
      answer<BankFilePreview>(
        fetch(`${path}?requestId=${randomUUID()}&fileName=all.csv`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/octet-stream' },
          body: file,
        }),
      ),
    async importAll({ import: { id }, choices, statements }: BankFilePreview): Promise<BankImport> {
      const targets = statements.map(({ suggestedAccountId: accountId }) =>
        accountId ? { accountId } : { accountId, currency: 'USD' },
      )
      await answer(
        fetch(`${path}/${id}/confirm`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ choices, targets }),
        }),
      )
      for (;;) {
        const state = await answer<BankImport>(fetch(`${path}/${id}`, { headers }))
        if (state.state === 'imported') return state
        if (state.state !== 'importing') throw new Error(`the import is ${state.state}: ${state.problem}`)
        await sleep(100)
      }
    },
  }
}

/** The seconds in which Postgres alone writes the same rows, in one statement. */
async function insertFloor(owner: pg.Client, businessId: string): Promise<number> {
  const began = performance.now()
  await owner.query('begin')
  await owner.query(
    `insert into transactions (business_id, account_id, date, description, merchant, merchant_key, currency, amount_minor,
       is_income, status, created_at, updated_at)
     select business_id, account_id, date, description, merchant, merchant_key, currency, amount_minor, is_income, status,
       now(), now()
     from transactions where business_id = $1`,
    [businessId],
  )
  const seconds = (performance.now() - began) / 1000
  await owner.query('rollback')
  return seconds
}

function row(what: string, { perSecond, p50, p99 }: Load, ratio = ''): string {
  return `| ${what} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${ratio} |`
}

interface Measured {
  preview: number
  import: number
  again: number
  floor: number
  workerMb: number
}

function report(quiet: Load, busy: Load, measured: Measured): Outcome {
  const { labels, missed } = checkTargets({
    preview: { value: measured.preview, unit: 's to the preview', atMost: 3 },
    import: { value: measured.import, unit: 's to import it', atMost: 15 },
    floor: {
      value: measured.import / measured.floor,
      unit: 'times what Postgres alone needs for the rows',
      atMost: 6,
    },
    again: { value: measured.again, unit: 's to find that all is there', atMost: 15 },
    memory: { value: measured.workerMb, unit: 'MB for the reader', atMost: 200 },
    busy: { value: busy.p50 / quiet.p50, unit: 'times the p50 of quiet', atMost: 2 },
  })
  const text = `
## A bank file of ${lines} lines

| list of 50 | requests/s | p50 ms | p99 ms | |
| --- | ---: | ---: | ---: | --- |
${row('quiet', quiet)}
${row('while it is read and imported twice', busy, labels.busy)}

${labels.preview}; ${labels.import}, ${labels.floor}; ${labels.again}; ${labels.memory}.
`
  return { text, missed }
}
