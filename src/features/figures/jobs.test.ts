import { pino } from 'pino'
import { expect, test } from 'vitest'
import { addExpenses } from '../../../test/support/figures/money-acts.ts'
import { readMoney } from '../../../test/support/figures/money-books.ts'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { withPlatform, withTenant } from '../../platform/db/transaction.ts'
import { startJobQueue } from '../../platform/jobs/job-queue.ts'
import { recountMoneyJob, startFigureJobs } from './jobs.ts'

test('changes are taken over at start and each minute, and everything is added up anew each night', async () => {
  const { database, drop } = await createTestDatabase()
  const log = pino({ level: 'silent' })
  const jobs = await startJobQueue({ database, log, runsJobs: true, pollingIntervalSeconds: 0.5 })
  try {
    const businessId = await addBusiness(database)
    await withTenant(database, businessId, ({ client }) =>
      client.query(addExpenses(businessId, 1, `date '2026-11-01'`)),
    )
    const money = () => readMoney(database, businessId)
    await startFigureJobs({ database, log, jobs })
    await expect.poll(async () => (await money()).changes).toEqual([])

    await withTenant(database, businessId, ({ client }) => client.query('update money_totals set minor = 7'))
    await withPlatform(database, (tx) => jobs.enqueue(tx, recountMoneyJob, {}))
    await expect.poll(async () => (await money()).kept).toEqual((await money()).real)
    const { rows } = await database.platform.query('select name, cron from pgboss.schedule order by name')
    expect(rows).toEqual([
      { name: 'fold-money', cron: '* * * * *' },
      { name: 'recount-money', cron: '43 2 * * *' },
    ])
  } finally {
    await jobs.stop()
    await drop()
  }
})
