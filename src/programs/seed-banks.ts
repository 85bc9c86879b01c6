import { randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import { connectBanks } from '../connect-banks.ts'
import { connectDemoBank } from '../features/banking/link/connect-demo-bank.ts'
import { syncConnection } from '../features/banking/sync/sync-connection.ts'
import { createTransactionMatcher } from '../features/matching/match-transactions.ts'
import { createReceiptMatcher } from '../features/receipts/filing/match-waiting-receipts.ts'
import type { Database } from '../platform/db/connect.ts'
import { startJobQueue } from '../platform/jobs/job-queue.ts'
import { createLog } from '../platform/log.ts'
import { openKeyRing } from '../platform/secrets/key-ring.ts'
import { createSecrets } from '../platform/secrets/secrets.ts'
import { readSecrets } from '../read-secrets.ts'

/** Connects a demo bank to the demo business, as its owner would, and fetches its transactions. */
export async function seedBanks(
  config: Config,
  database: Database,
  owner: { businessId: string; userId: string },
): Promise<void> {
  const log = createLog('silent', process.stdout)
  const jobs = await startJobQueue({ database, log, runsJobs: false })
  // The demo business uses the demo bank, even if the installation has keys for Plaid.
  const banks = await connectBanks({ config: { ...config, plaid: undefined }, database, log })
  try {
    const secrets = createSecrets(await openKeyRing(database, () => readSecrets(config)))
    const { appUrl, mailFrom } = config
    const mail = { mailFrom, mailWaitsForVerification: false }
    const matchReceipts = createReceiptMatcher(jobs)
    const matchTransactions = createTransactionMatcher(jobs)
    const deps = {
      ...banks,
      ...mail,
      database,
      jobs,
      log,
      secrets,
      appUrl,
      now: () => new Date(),
      matchReceipts,
      matchTransactions,
    }
    const { id } = await connectDemoBank(deps, owner, { institution: 'chase', requestId: randomUUID() })
    await syncConnection(deps, { businessId: owner.businessId, connectionId: id })
  } finally {
    await banks.close()
    await jobs.stop()
  }
}
