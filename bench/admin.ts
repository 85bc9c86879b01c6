import { getPlatformStats } from '../src/features/admin/get-platform-stats.ts'
import { listUsers } from '../src/features/admin/list-users.ts'
import { connect } from '../src/platform/db/connect.ts'
import type { FloorTask } from './floor-server.ts'
import { type Load, type Target, compare } from './load.ts'
import { openBusiness } from './open-business.ts'
import { recordStatements } from './record-statements.ts'
import { seedManyInvoices } from './seed/seed-invoices.ts'
import { seedManyUsers } from './seed/seed-users.ts'
import { startFloor } from './start-floor.ts'
import { type Outcome, checkTargets } from './targets.ts'
import { withProduct } from './with-product.ts'

const sizes = { users: 100_000, invoices: 100_000 }

/** The measured requests and their queries; null for the figures, which have none. */
const queries = {
  'list of 50': {},
  'search: rare name': { search: 'lighthouse' },
  'search: frequent word': { search: 'bakery' },
  figures: null,
}
type Name = keyof typeof queries
const names = Object.keys(queries) as Name[]

type Admin = Awaited<ReturnType<typeof openBusiness>>
type Results = Record<Name, Record<'product' | 'floor', Load>>

/** Measures the admin's list of users and figures on an installation with very many users. */
export async function benchAdmin(): Promise<Outcome> {
  return withProduct(async ({ product, url, owner }) => {
    const admin = await openBusiness(product.url, owner, 0)
    await owner.query(`update auth.users set role = 'admin' where id = $1`, [admin.identity.userId])
    await seedManyUsers(owner, sizes.users)
    await seedManyInvoices(owner, admin.business.id, sizes.invoices)
    await owner.query(
      'vacuum (analyze) auth.users, businesses, members, subscriptions, invoices, platform.subscription_revenue',
    )
    const floor = await startFloor({
      url,
      businessId: admin.business.id,
      tasks: await tasksFor(url, admin),
    })
    const targetOf = (name: Name): Target => {
      const query = new URLSearchParams({ ...queries[name] }).toString()
      return {
        url: `${product.url}/api/v1/admin/${queries[name] ? `users?${query}` : 'stats'}`,
        pid: product.child.pid ?? 0,
        headers: { cookie: admin.cookie, origin: product.url },
      }
    }
    try {
      const results: Partial<Results> = {}
      for (const [index, name] of names.entries()) {
        results[name] = await compare(
          { product: targetOf(name), floor: floor.target(encodeURIComponent(name)) },
          { rounds: 5, seconds: 2, warmUp: index === 0 ? 8 : 2 },
        )
      }
      return report(results as Results)
    } finally {
      floor.stop()
    }
  })
}

async function tasksFor(url: string, { identity }: Admin) {
  const database = connect({ url, onError: () => undefined })
  const deps = { database, cards: { isLive: false }, now: () => new Date() }
  const tasks: Record<string, FloorTask> = {}
  for (const name of names) {
    const query = queries[name]
    const steps = await recordStatements(() =>
      query ? listUsers(deps, query) : getPlatformStats(deps, identity),
    )
    tasks[encodeURIComponent(name)] = { steps, fresh: [] }
  }
  await database.close()
  return tasks
}

function report(results: Results): Outcome {
  const [users, invoices] = [sizes.users, sizes.invoices].map((size) => size.toLocaleString('en-US'))
  const { labels, missed } = checkTargets(
    Object.fromEntries(
      names.map((name) => {
        const { product, floor } = results[name]
        return [name, { value: product.perSecond / floor.perSecond, unit: 'of the floor', atLeast: 0.3 }]
      }),
    ),
  )
  const rows = names.map((name) => {
    const { perSecond, p50, p99, cpuPerRequest } = results[name].product
    return `| ${name} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${cpuPerRequest.toFixed(2)} | ${labels[name] ?? ''} |`
  })
  const text = `
## Admin (${users} users with a business, ${invoices} invoices, 8 connections)

| | requests/s | p50 ms | p99 ms | CPU ms/request | to the floor |
| --- | ---: | ---: | ---: | ---: | --- |
${rows.join('\n')}
`
  return { text, missed }
}
