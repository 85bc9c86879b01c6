import type { SandboxCall } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { listObjects, readObject, saveObject } from '../object-store.ts'
import { readInput } from '../read-input.ts'
import type { DeletedCustomer } from '../sandbox-objects.ts'
import { endSubscription } from '../subscriptions/subscription-lifecycle.ts'
import { timeOf } from '../subscriptions/subscriptions.ts'
import { getCustomer } from './customers.ts'

/**
 * Deletes a customer and ends their running subscriptions. Afterwards only the deleted customer's id is
 * found.
 */
export async function deleteCustomer(call: SandboxCall): Promise<DeletedCustomer> {
  readInput(call.input, {})
  const { sandbox, tx, account } = call
  const customer = await getCustomer(call, call.params['id'] ?? '', { lock: true })
  for (const { id } of await listObjects(tx, 'subscription', { account, parent: customer.id })) {
    const locked = await readObject(tx, 'subscription', id, { account, lock: true })
    if (!locked || locked.body.status === 'canceled') continue
    await endSubscription(call, locked.body, timeOf(sandbox, customer))
    await saveObject(tx, locked.body, null)
  }
  const deleted: DeletedCustomer = { id: customer.id, object: 'customer', deleted: true }
  await tx.client.query(
    `update card_sandbox.objects set type = 'deleted_customer', body = $2 where id = $1`,
    [customer.id, deleted],
  )
  await emitEvent(sandbox, tx, account, 'customer.deleted', customer)
  return deleted
}
