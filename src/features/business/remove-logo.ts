import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { lockOwnBusiness } from './queries.ts'
import { removeUnusedLogos } from './remove-unused-logos.ts'

/** Removes the logo from the business. Invoices and queued mails that show it keep it. */
export function removeLogo(database: Database, businessId: string, log: Logger): Promise<void> {
  return withTenant(database, businessId, async (tx) => {
    await lockOwnBusiness(tx)
    await tx.db
      .update(businesses)
      .set({ logoId: null, updatedAt: sql`now()` })
      .where(eq(businesses.id, businessId))
    await removeUnusedLogos(tx, businessId, log)
  })
}
