import type { Logger } from 'pino'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type ClientDetails, saveClient } from './save-client.ts'

/** Finds or creates the client of stored content. It must not overwrite what the owner has changed there since. */
export async function findOrSaveClient(
  tx: Transaction,
  log: Logger,
  owner: { businessId: string; userId: string },
  { client, currency }: { client: Omit<ClientDetails, 'currency'>; currency: string },
): Promise<string | null> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select coalesce(merged_into, id) as id from clients where business_id = $1 and (id = $2 or email = $3)
     order by id is not distinct from $2 desc limit 1`,
    [owner.businessId, client.id, client.email],
  )
  return rows[0]?.id ?? saveClient(tx, log, owner, { ...client, currency })
}
