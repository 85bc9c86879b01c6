import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { removeUnusedLogos } from '../business/logos.ts'
import { lockOwnBusiness } from '../business/queries.ts'
import { removeTemplate } from './queries.ts'

/** Deletes a template, on every plan, and its logo if nothing else uses it. */
export function deleteTemplate(
  database: Database,
  businessId: string,
  { id, log }: { id: string; log: Logger },
): Promise<void> {
  return withTenant(database, businessId, async (tx) => {
    await lockOwnBusiness(tx)
    await removeTemplate(tx, id)
    await removeUnusedLogos(tx, businessId, log)
  })
}
