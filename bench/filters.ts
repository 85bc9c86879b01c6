import { listTransactions } from '../src/features/transactions/list-transactions.ts'
import { connect } from '../src/platform/db/connect.ts'
import type { FloorTask } from './floor-server.ts'
import { type Load, type Target, compare } from './load.ts'
import { openBusiness } from './open-business.ts'
import { recordStatements } from './record-statements.ts'
import { seedManyTransactions, withoutSearchIndex } from './seed/seed-transactions.ts'
import { startFloor } from './start-floor.ts'
import { type Outcome, checkTargets } from './targets.ts'
import { transactionFilters, type Filter } from './transaction-filters.ts'
import { withProduct } from './with-product.ts'

const sizes = { small: 10_000, large: 1_000_000 }

type Business = Awaited<ReturnType<typeof openBusiness>>
type Filters = Record<string, Filter>
type Results = Record<string, Record<'product' | 'floor' | 'small', Load>>

/**
 * Measures the list of transactions with each filter, for a million and for ten thousand of them over the
 * same three years.
 */
export async function benchFilters(): Promise<Outcome> {
  return withProduct(async ({ product, url, owner }) => {
    const small = await openBusiness(product.url, owner, 0)
    const large = await openBusiness(product.url, owner, 0)
    await withoutSearchIndex(owner, async () => {
      await seedManyTransactions(owner, small.business.id, sizes.small)
      await seedManyTransactions(owner, large.business.id, sizes.large)
    })
    const filters = await transactionFilters(owner, large.business.id)
    const smallFilters = await transactionFilters(owner, small.business.id)
    const floor = await startFloor({
      url,
      businessId: large.business.id,
      tasks: await tasksFor(url, large, filters),
    })
    const targetOf = ({ cookie }: Business, filter: Filter | undefined): Target => ({
      url: `${product.url}/api/v1/transactions?${new URLSearchParams({ ...filter }).toString()}`,
      pid: product.child.pid ?? 0,
      headers: { cookie, origin: product.url },
    })
    try {
      const results: Results = {}
      for (const [index, [name, filter]] of Object.entries(filters).entries()) {
        results[name] = await compare(
          {
            product: targetOf(large, filter),
            floor: floor.target(encodeURIComponent(name)),
            small: targetOf(small, smallFilters[name]),
          },
          { rounds: 5, seconds: 2, warmUp: index === 0 ? 8 : 2 },
        )
      }
      return report(results)
    } finally {
      floor.stop()
    }
  })
}

async function tasksFor(url: string, { identity }: Business, filters: Filters) {
  const database = connect({ url, onError: () => undefined })
  const tasks: Record<string, FloorTask> = {}
  for (const [name, filter] of Object.entries(filters)) {
    const deps = { database, now: () => new Date() }
    const steps = await recordStatements(() => listTransactions(deps, identity, filter))
    tasks[encodeURIComponent(name)] = { steps, fresh: [] }
  }
  await database.close()
  return tasks
}

function report(results: Results): Outcome {
  const [large, small] = [sizes.large, sizes.small].map((size) => size.toLocaleString('en-US'))
  const missed: string[] = []
  const rows = Object.entries(results).map(([name, loads]) => {
    const { labels, missed: here } = checkTargets({
      floor: { value: loads.product.perSecond / loads.floor.perSecond, unit: 'of the floor', atLeast: 0.4 },
      size: { value: loads.small.perSecond / loads.product.perSecond, unit: 'times', atMost: 1.5 },
    })
    missed.push(...here.map((target) => `${name} (${target})`))
    const { perSecond, p50, p99 } = loads.product
    return `| ${name} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${labels.floor} | ${labels.size} |`
  })
  const text = `
## Transactions (${large} in the business, 8 connections)

| list of 50 | requests/s | p50 ms | p99 ms | to the floor | cost to that with ${small} |
| --- | ---: | ---: | ---: | --- | --- |
${rows.join('\n')}
`
  return { text, missed }
}
