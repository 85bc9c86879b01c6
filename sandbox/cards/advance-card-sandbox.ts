import { z } from 'zod'
import { withCardSandbox } from '../../src/platform/db/transaction.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import type { CardSandbox } from './card-sandbox.ts'
import { expireDueSessions } from './checkout/checkout-sessions.ts'
import { findObject, readObject, saveObject } from './object-store.ts'
import { payOut } from './payouts/pay-out.ts'
import type { Subscription } from './sandbox-objects.ts'
import { catchUp } from './subscriptions/subscription-lifecycle.ts'

/** Advances time: ends trials and periods, charges what is due, expires sessions and pays out. */
export const advanceCardSandbox = defineJob('advance-card-sandbox', z.strictObject({}), { retryLimit: 0 })

interface DueRow {
  id: string
  account: string
  body: Subscription
  due_at: Date
}

/** Processes all due subscriptions. Several processes may run this: each skips rows that another has locked. */
export async function advance(sandbox: CardSandbox): Promise<void> {
  const failed: string[] = []
  while (await advanceOne(sandbox, failed));
  await expireDueSessions(sandbox)
  await payOut(sandbox)
}

/** Processes one due subscription; false when none is left. */
async function advanceOne(sandbox: CardSandbox, failed: string[]): Promise<boolean> {
  let current: string | undefined
  try {
    return await withCardSandbox(sandbox.database, async (tx) => {
      const { rows } = await tx.client.query<DueRow>(
        `select id, account, body, due_at from card_sandbox.objects
         where type = 'subscription' and due_at <= $1 and id <> all($2)
         order by due_at limit 1 for update skip locked`,
        [sandbox.now(), failed],
      )
      const [row] = rows
      if (!row) return false
      current = row.id
      const { account, body: subscription, due_at: dueAt } = row
      // Not locked: the clock moves only together with the subscriptions, and this one is locked.
      const customer = await findObject({ tx, account }, 'customer', subscription.customer)
      if (!customer) throw new Error(`Subscription ${row.id} has no customer.`)
      await catchUp({ sandbox, tx, account }, { subscription, dueAt }, customer)
      return true
    })
  } catch (error) {
    if (current === undefined) throw error
    sandbox.log.error(
      { err: error, subscription: current },
      'card sandbox: a subscription could not be continued',
    )
    failed.push(current)
    return true
  }
}

/** Moves this customer's clock ahead and processes what becomes due. */
export async function moveClock(sandbox: CardSandbox, customerId: string, seconds: number): Promise<void> {
  if (!Number.isInteger(seconds) || seconds < 0)
    throw new Error('A clock only moves ahead, by whole seconds.')
  await withCardSandbox(sandbox.database, async (tx) => {
    const customer = await readObject(tx, 'customer', customerId, { lock: true })
    if (!customer) throw new Error(`There is no customer ${customerId}.`)
    const { account, body } = customer
    body._clock += seconds
    await saveObject({ tx }, body)
    const { rows } = await tx.client.query<DueRow>(
      `update card_sandbox.objects set due_at = due_at - make_interval(secs => $3)
       where account = $1 and parent = $2 and type = 'subscription' and due_at is not null
       returning id, account, body, due_at`,
      [account, customerId, seconds],
    )
    for (const { body: subscription, due_at: dueAt } of rows) {
      await catchUp({ sandbox, tx, account }, { subscription, dueAt }, body)
    }
  })
}
