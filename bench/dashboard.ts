import type pg from 'pg'
import { pino } from 'pino'
import { readDashboard } from '../src/features/dashboard/get-dashboard.ts'
import { foldMoney } from '../src/features/figures/fold-money.ts'
import { connect } from '../src/platform/db/connect.ts'
import { compare } from './load.ts'
import type { Load, Target } from './load.ts'
import { openBusiness } from './open-business.ts'
import { recordStatements } from './record-statements.ts'
import { seedBusyBusiness } from './seed-dashboard.ts'
import type { DashboardSizes } from './seed-dashboard.ts'
import { withoutSearchIndex } from './seed-transactions.ts'
import { startFloor } from './start-floor.ts'
import { checkTargets } from './targets.ts'
import type { Outcome } from './targets.ts'
import { withProduct } from './with-product.ts'

const small: DashboardSizes = { transactions: 1000, invoices: 1000, expenses: 1000 }
const large: DashboardSizes = { transactions: 1_000_000, invoices: 200_000, expenses: 100_000 }

type Business = Awaited<ReturnType<typeof openBusiness>>
type Results = Record<'product' | 'floor' | 'small', Load>

/** The dashboard of a business with very much in it and of one with little, over the same three years. */
export async function benchDashboard(): Promise<Outcome> {
  return withProduct(async ({ product, url, owner }) => {
    const little = await openBusiness(product.url, owner, 0)
    const much = await openBusiness(product.url, owner, 0)
    await withoutSearchIndex(owner, async () => {
      await seedBusyBusiness(owner, little.business.id, small)
      await seedBusyBusiness(owner, much.business.id, large)
    })
    await foldAll(url, owner)
    await owner.query(
      'vacuum (analyze) clients, invoices, payments, mails, expenses, money_totals, money_changes',
    )
    const floor = await startFloor({
      url,
      businessId: much.business.id,
      lists: { '': await statementFor(url, much) },
    })
    const ask = ({ cookie }: Business): Target => ({
      url: `${product.url}/api/v1/dashboard`,
      pid: product.child.pid ?? 0,
      headers: { cookie, origin: product.url },
    })
    try {
      return report(await compare({ product: ask(much), floor: floor.target(''), small: ask(little) }))
    } finally {
      floor.stop()
    }
  })
}

/** The product does so every minute as well; whichever comes first, nothing is left afterwards. */
async function foldAll(url: string, owner: pg.Client): Promise<void> {
  const database = connect({ url, onError: () => undefined })
  const isLeft = async () => (await owner.query('select from money_changes limit 1')).rowCount === 1
  while (await isLeft()) await foldMoney({ database, log: pino({ level: 'silent' }) })
  await database.close()
}

async function statementFor(url: string, { identity }: Business) {
  const database = connect({ url, onError: () => undefined })
  const batches = await recordStatements(() => readDashboard({ database, now: () => new Date() }, identity))
  await database.close()
  return batches.flat()[0]
}

function sizeOf({ transactions, invoices, expenses }: DashboardSizes): string {
  const [t, i, e] = [transactions, invoices, expenses].map((size) => size.toLocaleString('en-US'))
  return `${t} transactions, ${i} invoices and ${e} expenses`
}

function row(what: string, load: Load, ratio = ''): string {
  const { perSecond, p50, p99, cpuPerRequest } = load
  return `| ${what} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${cpuPerRequest.toFixed(2)} | ${ratio} |`
}

function report({ product, floor, small: little }: Results): Outcome {
  const { words, missed } = checkTargets({
    floor: { value: product.perSecond / floor.perSecond, unit: 'of the floor', atLeast: 0.3 },
    size: { value: little.perSecond / product.perSecond, unit: 'times as many as with all', atMost: 2 },
  })
  const text = `
## Dashboard (${sizeOf(large)} in the business, 8 connections)

| | requests/s | p50 ms | p99 ms | CPU ms/request | |
| --- | ---: | ---: | ---: | ---: | --- |
${row('dashboard', product, words.floor)}
${row('dashboard, floor', floor)}
${row('dashboard with 1,000 of each', little, words.size)}
`
  return { text, missed }
}
