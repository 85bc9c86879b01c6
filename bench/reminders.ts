import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Load, loadWhile } from './load.ts'
import { openBusiness } from './open-business.ts'
import { dueAtOnce, seedDueInvoices } from './seed/seed-reminders.ts'
import { type Outcome, checkTargets } from './targets.ts'
import { withProduct } from './with-product.ts'

const businesses = 20
const perBusiness = 500
const listed = 2000
/** The request rate of a few hundred active users. */
const rate = 40
const quietSeconds = 30

interface Progress {
  sent: number
  delivered: number
}

/**
 * Measures the list of invoices while ten thousand reminders are sent within a minute, all in one process.
 */
export async function benchReminders(): Promise<Outcome> {
  return withProduct(async ({ product, owner }) => {
    const { cookie } = await openBusiness(product.url, owner, listed)
    await seedDueInvoices(owner, { businesses, perBusiness })
    await owner.query('vacuum (analyze) clients, invoices, businesses')
    const target = {
      url: `${product.url}/api/v1/invoices`,
      pid: product.child.pid ?? 0,
      headers: { cookie, origin: product.url },
    }
    await loadWhile(target, rate, sleep(8000))
    const quiet = await loadWhile(target, rate, sleep(quietSeconds * 1000))
    await dueAtOnce(owner)
    await until(owner, ({ sent }) => sent > 0)
    const began = performance.now()
    let drained = 0
    const whole = businesses * perBusiness
    const passed = until(owner, ({ sent }) => sent >= whole).then(() => (drained = performance.now()))
    const busy = await loadWhile(
      target,
      rate,
      passed.then(() => until(owner, ({ delivered }) => delivered >= whole)),
    )
    return report(quiet, busy, { drain: drained - began, deliver: performance.now() - began })
  })
}

async function until(owner: pg.Client, isReached: (progress: Progress) => boolean): Promise<void> {
  const deadline = performance.now() + 900_000
  for (;;) {
    const { rows } = await owner.query<Progress>(
      `select (select count(*) from reminders where state = 'sent')::int as sent,
         (select count(*) from mails where kind = 'reminder' and state = 'sent')::int as delivered`,
    )
    if (rows[0] && isReached(rows[0])) return
    if (performance.now() > deadline)
      throw new Error(`the reminders did not go out: ${JSON.stringify(rows[0])}`)
    await sleep(500)
  }
}

function row(what: string, { perSecond, p50, p99 }: Load, ratio = ''): string {
  return `| ${what} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${ratio} |`
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(0)
}

function report(quiet: Load, busy: Load, took: { drain: number; deliver: number }): Outcome {
  const { labels, missed } = checkTargets({
    busy: { value: busy.p99 / quiet.p99, unit: 'times the p99 of a quiet minute', atMost: 2 },
  })
  const text = `
## Reminders (${(businesses * perBusiness).toLocaleString('en-US')} due in the same minute, ${businesses} businesses)

| list of 50 | requests/s | p50 ms | p99 ms | |
| --- | ---: | ---: | ---: | --- |
${row('in a quiet minute', quiet)}
${row('while they are sent', busy, labels.busy)}

All were queued after ${seconds(took.drain)} s and delivered after ${seconds(took.deliver)} s.
`
  return { text, missed }
}
