import { hashPassword } from 'better-auth/crypto'
import { readConfig } from './config.ts'
import { createAccount } from './features/auth/create-account.ts'
import { allJobs } from './jobs.ts'
import { connect } from './platform/db/connect.ts'
import { startEmbeddedPostgres } from './platform/db/embedded/start-embedded-postgres.ts'
import { migrate } from './platform/db/migrate.ts'
import { withAuth, withTenant } from './platform/db/transaction.ts'
import { isUniqueViolation } from './platform/db/violations.ts'
import { seedInvoices } from './seed-invoices.ts'
import { dateIn } from './shared/dates.ts'
import { productDomain } from './shared/product.ts'
import { describeStartError } from './start-error.ts'

const demo = {
  email: `demo@${productDomain}`,
  password: 'demo-millrace-demo',
  businessName: 'Riverside Studio',
  timeZone: 'America/New_York',
}

/** Fills a demo business, whether or not the product is running on the same data. */
async function seed(): Promise<string> {
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir })
  const url = config.databaseUrl ?? embedded!.url
  try {
    await migrate(url, allJobs)
    const database = connect({ url, onError: () => undefined })
    try {
      const passwordHash = await hashPassword(demo.password)
      const { businessId, userId } = await withAuth(database, (tx) =>
        createAccount(tx, { ...demo, name: 'Demo Owner', passwordHash, emailVerified: true }),
      )
      const today = dateIn(demo.timeZone, new Date())
      const count = await withTenant(database, businessId, (tx) =>
        seedInvoices(tx, { ...demo, businessId, userId, today }),
      )
      return `The demo business is there, with ${count} invoices. Sign in as ${demo.email} with ${demo.password}`
    } catch (error) {
      if (!isUniqueViolation(error, 'users_email_key')) throw error
      return `The demo business was there already. Sign in as ${demo.email} with ${demo.password}`
    } finally {
      await database.close()
    }
  } finally {
    // A server that was running belongs to the product.
    if (embedded && !embedded.adopted) await embedded.stop()
  }
}

try {
  console.log(await seed())
} catch (error) {
  console.error(describeStartError(error))
  process.exitCode = 1
}
