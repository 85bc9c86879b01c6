import { withCardSandbox } from '../../src/platform/db/transaction.ts'
import type { CardSandbox } from './card-sandbox.ts'

const batchSize = 1000
const maxBatches = 20

/**
 * Deletes delivered events and portal sessions that have expired. What remains after the maximum of batches
 * is deleted by the next call.
 */
export async function forgetOldObjects(sandbox: CardSandbox, size = batchSize): Promise<void> {
  for (let count = 0; count < maxBatches; count += 1) {
    const deleted = await withCardSandbox(sandbox.database, ({ client }) =>
      client.query(
        `delete from card_sandbox.objects where id in (
           select id from card_sandbox.objects
           where type in ('event', 'billing_portal.session') and due_at <= $1
           order by due_at limit $2 for update skip locked)`,
        [sandbox.now(), size],
      ),
    )
    if ((deleted.rowCount ?? 0) < size) return
  }
}
