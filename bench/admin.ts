import { getPlatformStats } from '../src/features/admin/get-platform-stats.ts'
import { listUsers } from '../src/features/admin/list-users.ts'
import { connect } from '../src/platform/db/connect.ts'
import type { FloorWork } from './floor-server.ts'
import { type Load, type Target, compare } from './load.ts'
import { openBusiness } from './open-business.ts'
import { recordStatements } from './record-statements.ts'
import { seedManyInvoices } from './seed-invoices.ts'
import { seedManyUsers } from './seed-users.ts'
import { startFloor } from './start-floor.ts'
import { type Outcome, checkTargets } from './targets.ts'
import { withProduct } from './with-product.ts'

const sizes = { users: 100_000, invoices: 100_000 }

/** What is asked for, and with what: the figures where there is no list. */
const questions = {
  'list of 50': {},
  'search: rare name': { search: 'lighthouse' },
  'search: frequent word': { search: 'bakery' },
  figures: null,
}
type Name = keyof typeof questions
const names = Object.keys(questions) as Name[]

type Admin = Awaited<ReturnType<typeof openBusiness>>
type Results = Record<Name, Record<'product' | 'floor', Load>>

/** The operator's list of users and figures, on an installation with very many people. */
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
      works: await worksFor(url, admin),
    })
    const ask = (name: Name): Target => {
      const query = new URLSearchParams({ ...questions[name] }).toString()
      return {
        url: `${product.url}/api/v1/admin/${questions[name] ? `users?${query}` : 'stats'}`,
        pid: product.child.pid ?? 0,
        headers: { cookie: admin.cookie, origin: product.url },
      }
    }
    try {
      const results: Partial<Results> = {}
      for (const [index, name] of names.entries()) {
        results[name] = await compare(
          { product: ask(name), floor: floor.target(encodeURIComponent(name)) },
          { rounds: 5, seconds: 2, warmUp: index === 0 ? 8 : 2 },
        )
      }
      return report(results as Results)
    } finally {
      floor.stop()
    }
  })
}

async function worksFor(url: string, { identity }: Admin) {
  const database = connect({ url, onError: () => undefined })
  const deps = { database, cards: { isLive: false }, now: () => new Date() }
  const works: Record<string, FloorWork> = {}
  for (const name of names) {
    const query = questions[name]
    const steps = await recordStatements(() =>
      query ? listUsers(deps, query) : getPlatformStats(deps, identity),
    )
    works[encodeURIComponent(name)] = { steps, fresh: [] }
  }
  await database.close()
  return works
}

function report(results: Results): Outcome {
  const [users, invoices] = [sizes.users, sizes.invoices].map((size) => size.toLocaleString('en-US'))
  const { words, missed } = checkTargets(
    Object.fromEntries(
      names.map((name) => {
        const { product, floor } = results[name]
        return [name, { value: product.perSecond / floor.perSecond, unit: 'of the floor', atLeast: 0.3 }]
      }),
    ),
  )
  const rows = names.map((name) => {
    const { perSecond, p50, p99, cpuPerRequest } = results[name].product
    return `| ${name} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${cpuPerRequest.toFixed(2)} | ${words[name] ?? ''} |`
  })
  const text = `
## Admin (${users} users with a business, ${invoices} invoices, 8 connections)

| | requests/s | p50 ms | p99 ms | CPU ms/request | to the floor |
| --- | ---: | ---: | ---: | ---: | --- |
${rows.join('\n')}
`
  return { text, missed }
}
