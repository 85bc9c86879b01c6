import { hashPassword } from 'better-auth/crypto'
import { keepBeforeUpdate, sayWhereKept } from '../backup/keep-before-update.ts'
import { readConfig } from '../config.ts'
import { describeStartError } from '../describe-start-error.ts'
import { allJobs } from '../jobs.ts'
import { connect } from '../platform/db/connect.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../platform/db/migrate.ts'
import { isUniqueViolation } from '../platform/db/violations.ts'
import { foreignSignIns, seedAbroad } from './seed-abroad.ts'
import { seedBanks } from './seed-banks.ts'
import { demoSignIn, seedDemo } from './seed-demo.ts'

/** Creates the demo business, whether or not the product is running on the same data. */
async function seed(): Promise<string> {
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir })
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? embedded!.url
  try {
    await migrate(url, allJobs, { beforeChange: keepBeforeUpdate(config, url, sayWhereKept) })
    const database = connect({ url, onError: () => undefined })
    try {
      const { invoices, ...owner } = await seedDemo(database)
      await seedAbroad(database, await hashPassword(demoSignIn.password))
      await seedBanks(config, database, owner)
      return `The demo business is ready, with ${invoices} invoices. Sign in as ${demoSignIn.email} with ${demoSignIn.password}. The same password opens ${foreignSignIns.join(' and ')}, whose home currencies are the euro and the yen.`
    } catch (error) {
      if (!isUniqueViolation(error, 'users_email_key')) throw error
      return `The demo business already exists. Sign in as ${demoSignIn.email} with ${demoSignIn.password}`
    } finally {
      await database.close()
    }
  } finally {
    // A server that was already running belongs to the product.
    if (embedded && !embedded.adopted) await embedded.stop()
  }
}

try {
  console.log(await seed())
} catch (error) {
  console.error(describeStartError(error))
  process.exitCode = 1
}
