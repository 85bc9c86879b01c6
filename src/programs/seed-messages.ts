import { randomUUID } from 'node:crypto'
import { clientEvents } from '../platform/db/tables/clients.ts'
import { portalMessages } from '../platform/db/tables/portal.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { addDays } from '../shared/dates.ts'
import type { Demo, DemoClient } from './add-invoice.ts'

const body = 'The proofs look good. Could the next invoice name our order number 2207? Thank you.'

/** A message of a client of the demo business, unread. */
export async function seedMessages(
  db: Transaction['db'],
  { businessId, today }: Demo,
  { id: clientId }: DemoClient,
): Promise<void> {
  const at = new Date(`${addDays(today, -1)}T15:20:00Z`)
  await db.insert(portalMessages).values({
    businessId,
    clientId,
    author: 'client',
    body,
    requestId: randomUUID(),
    createdAt: at,
  })
  await db.insert(clientEvents).values({ businessId, clientId, kind: 'message', at })
}
