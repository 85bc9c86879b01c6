import type pg from 'pg'
import { pino } from 'pino'
import { rollUpMoney } from '../src/features/figures/roll-up-money.ts'
import { connect } from '../src/platform/db/connect.ts'
import { openBusiness } from './open-business.ts'
import { type DashboardSizes, seedBusyBusiness } from './seed-dashboard.ts'
import { withoutSearchIndex } from './seed-transactions.ts'
import type { Bench } from './with-product.ts'

/** Once: three years of somebody who writes a dozen invoices a week. Everything else is a multiple of it. */
export const onceEach: DashboardSizes = { invoices: 2000, expenses: 1000, transactions: 10_000 }

export interface ScaledBusiness extends Awaited<ReturnType<typeof openBusiness>> {
  times: number
  sizes: DashboardSizes
  /** Of invoices that are open, as many at every scale. */
  openInvoices: string[]
}

/** A business for each scale, side by side in one database. */
export async function openScaled(
  { product, url, owner }: Bench,
  scales: readonly number[],
): Promise<ScaledBusiness[]> {
  const businesses: ScaledBusiness[] = []
  await withoutSearchIndex(owner, async () => {
    for (const times of scales) {
      const opened = await openBusiness(product.url, owner, 0)
      const sizes = {
        invoices: onceEach.invoices * times,
        expenses: onceEach.expenses * times,
        transactions: onceEach.transactions * times,
      }
      await seedBusyBusiness(owner, opened.business.id, sizes)
      businesses.push({ ...opened, times, sizes, openInvoices: await listOpen(owner, opened.business.id) })
    }
  })
  await rollUpAll(url, owner)
  await owner.query('vacuum (analyze)')
  return businesses
}

async function listOpen(owner: pg.Client, businessId: string): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from invoices where business_id = $1 and status = 'pending' order by id limit 1000`,
    [businessId],
  )
  return rows.map(({ id }) => id)
}

/** The product does so every minute as well; whichever comes first, nothing is left afterwards. */
async function rollUpAll(url: string, owner: pg.Client): Promise<void> {
  const database = connect({ url, onError: () => undefined })
  const isLeft = async () => (await owner.query('select from money_changes limit 1')).rowCount === 1
  while (await isLeft()) await rollUpMoney({ database, log: pino({ level: 'silent' }) })
  await database.close()
}
