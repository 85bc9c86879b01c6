import { randomUUID } from 'node:crypto'
import type { Database } from '../../../src/platform/db/connect.ts'
import { businesses } from '../../../src/platform/db/tables/business.ts'
import { invoices } from '../../../src/platform/db/tables/invoices.ts'
import { withAuth, withTenant } from '../../../src/platform/db/transaction.ts'

/** A business without people. */
export async function addBusiness(database: Database): Promise<string> {
  const id = randomUUID()
  await withAuth(database, (tx) => tx.db.insert(businesses).values({ id, name: 'Studio', timeZone: 'UTC' }))
  return id
}

/** Puts an invoice of one amount straight into the table. */
export async function addInvoiceRow(
  database: Database,
  businessId: string,
  overrides: Partial<typeof invoices.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID()
  const amounts = { subtotalCents: 125_000, discountCents: 0, taxCents: 0, feesCents: 0, totalCents: 125_000 }
  await withTenant(database, businessId, (tx) =>
    tx.db.insert(invoices).values({
      businessId,
      id,
      number: id.slice(0, 8).toUpperCase(),
      createdBy: randomUUID(),
      companyName: 'Riverside Studio',
      companyEmail: 'billing@riverside.example',
      clientName: 'Test Client',
      clientEmail: 'client@example.com',
      issueDate: '2026-11-01',
      dueDate: '2026-12-01',
      paymentTerms: 'net_30',
      ...amounts,
      sendOption: 'do_not_send',
      sendReminder: false,
      ...overrides,
    }),
  )
  return id
}
