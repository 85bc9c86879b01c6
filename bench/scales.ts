import type pg from 'pg'
import { pino } from 'pino'
import { rollUpMoney } from '../src/features/figures/money-totals.ts'
import { connect } from '../src/platform/db/connect.ts'
import { openBusiness } from './open-business.ts'
import { type DashboardSizes, seedBusyBusiness } from './seed/seed-dashboard.ts'
import { withoutSearchIndex } from './seed/seed-transactions.ts'
import type { Bench } from './with-product.ts'

/**
 * Scale 1: three years of a business that writes a dozen invoices a week. All other scales are multiples of
 * it.
 */
export const onceEach: DashboardSizes = { invoices: 2000, expenses: 1000, transactions: 10_000 }

export interface ScaledBusiness extends Awaited<ReturnType<typeof openBusiness>> {
  times: number
  sizes: DashboardSizes
  /** The ids of open invoices, equally many at every scale. */
  openInvoices: string[]
}

/** Creates a business for each scale, all in one database. */
export async function openScaled(
  { product, url, owner }: Bench,
  scales: readonly number[],
  { withJournal = false } = {},
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
  // Making the journal would go on beside what is measured.
  if (!withJournal) await owner.query('delete from journal_changes')
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

/**
 * The product's own roll-up runs every minute and may run at the same time. Afterwards nothing is left to
 * roll up.
 */
async function rollUpAll(url: string, owner: pg.Client): Promise<void> {
  const database = connect({ url, onError: () => undefined })
  const isLeft = async () => (await owner.query('select from money_changes limit 1')).rowCount === 1
  while (await isLeft()) await rollUpMoney({ database, log: pino({ level: 'silent' }) })
  await database.close()
}
