import { pino } from 'pino'
import { updateJournals } from '../src/features/journal/update-journal.ts'
import { connect } from '../src/platform/db/connect.ts'
import { compare } from './load.ts'
import { openScaled } from './scales.ts'
import { type Outcome, checkTargets } from './targets.ts'
import { type Bench, withProduct } from './with-product.ts'

const scales = [1, 100] as const
const years = 3
/** A large business costs at most as many times as much as a small one. */
const atMost = 2

/** Measures a profit and loss report over three years, in a small and in a large business. */
export async function benchReports(): Promise<Outcome> {
  return withProduct(async (bench) => {
    const [small, large] = await openScaled(bench, scales, { withJournal: true })
    if (!small || !large) throw new Error('a business is missing')
    const perSecond = await makeJournals(bench)
    await bench.owner.query(
      `insert into report_settings (business_id, counts_bank) values ($1, true), ($2, true)`,
      [small.business.id, large.business.id],
    )
    await makeJournals(bench)
    await bench.owner.query('vacuum (analyze) journal, journal_totals, journal_changes')
    const pid = bench.product.child.pid ?? 0
    const targetOf = ({ cookie }: { cookie: string }) => ({
      url: `${bench.product.url}/api/v1/reports/profit-and-loss?${lastYears()}`,
      pid,
      headers: { cookie, origin: bench.product.url },
      connections: 2,
    })
    const loads = await compare({ small: targetOf(small), large: targetOf(large) })
    const { labels, missed } = checkTargets({
      cost: { value: loads.large.cpuPerRequest / loads.small.cpuPerRequest, unit: 'times the CPU', atMost },
      duration: { value: loads.large.p50 / loads.small.p50, unit: 'times the duration', atMost },
    })
    const text = `
## Profit and loss over ${years} years, by month

| business | ms | CPU ms |
| --- | ---: | ---: |
| 2,000 invoices, 10,000 transactions | ${loads.small.p50} | ${loads.small.cpuPerRequest.toFixed(2)} |
| 200,000 invoices, 1,000,000 transactions | ${loads.large.p50} | ${loads.large.cpuPerRequest.toFixed(2)} |

${labels.cost}, ${labels.duration}. The journal took ${Math.round(perSecond).toLocaleString('en-US')} records a second.
`
    return { text, missed }
  })
}

function lastYears(): string {
  const today = new Date()
  const to = today.toISOString().slice(0, 10)
  const from = `${today.getUTCFullYear() - years}${to.slice(4, 8)}01`
  return new URLSearchParams({ period: 'days', from, to, by: 'month' }).toString()
}

/** Takes everything that was noted. Returns how many records a second. */
async function makeJournals({ url, owner }: Bench): Promise<number> {
  const count = async () =>
    Number((await owner.query<{ count: string }>('select count(*) from journal_changes')).rows[0]?.count)
  const database = connect({ url, onError: () => undefined })
  try {
    const noted = await count()
    const began = performance.now()
    while ((await count()) > 0) await updateJournals({ database, log: pino({ level: 'silent' }) })
    return noted / ((performance.now() - began) / 1000)
  } finally {
    await database.close()
  }
}
