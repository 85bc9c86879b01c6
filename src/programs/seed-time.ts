import { randomUUID } from 'node:crypto'
import type { Line } from '../features/invoices/document/totals-rules.ts'
import { rememberLines } from '../features/items/save-item.ts'
import { timeEntries } from '../platform/db/tables/time-entries.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { addDays } from '../shared/dates.ts'
import type { Demo, DemoClient } from './add-invoice.ts'

const hour = 3600

/** What was worked lately and is not billed: by client, how many days ago, and for how long. */
const worked = [
  { client: 0, ago: 1, seconds: 1.5 * hour, description: 'Spring menu, first layout', rateMinor: 8500 },
  { client: 0, ago: 2, seconds: 2.25 * hour, description: 'Spring menu, first layout', rateMinor: 8500 },
  { client: 0, ago: 5, seconds: 0.75 * hour, description: 'Call about the new shop', rateMinor: 8500 },
  { client: 3, ago: 3, seconds: 3 * hour, description: 'Window posters for the holidays', rateMinor: 9000 },
]

/** Saved items and unbilled time for the demo business. */
export async function seedTime(
  tx: Transaction,
  { businessId, userId, currency, today }: Demo,
  demoClients: readonly DemoClient[],
  lines: readonly Line[],
): Promise<void> {
  await rememberLines(tx, businessId, {
    currency,
    lines: lines.map(({ description, rateMinor }) => ({ description, rateMinor, taxNames: null })),
    before: [],
  })
  await tx.db.insert(timeEntries).values(
    worked.map(({ client, ago, ...entry }) => ({
      ...entry,
      businessId,
      createdBy: userId,
      requestId: randomUUID(),
      clientId: demoClients[client]!.id,
      onDate: addDays(today, -ago),
      currency,
    })),
  )
}
