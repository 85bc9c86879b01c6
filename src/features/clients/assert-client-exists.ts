import type { Database } from '../../platform/db/connect.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import { clientNotFound } from './client-rows.ts'

export async function assertClientExists(database: Database, businessId: string, id: string): Promise<void> {
  const rows = await queryTenant(database, businessId, {
    name: 'client-exists',
    text: 'select 1 from clients where business_id = $1 and id = $2',
    values: [businessId, id],
  })
  if (rows.length === 0) throw clientNotFound()
}
