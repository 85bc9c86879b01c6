import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { businessScope } from '../../../src/features/invoices/numbers/number-rules.ts'
import { creditNotes } from '../../../src/platform/db/tables/credit-notes.ts'
import { estimates } from '../../../src/platform/db/tables/estimates.ts'
import {
  deletedInvoices,
  invoiceEvents,
  invoices,
  lateFees,
} from '../../../src/platform/db/tables/invoices.ts'
import { numberSequences, numbering } from '../../../src/platform/db/tables/numbers.ts'
import { timeEntries } from '../../../src/platform/db/tables/time-entries.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { estimateRow } from '../fixtures/estimates.ts'
import { addInvoiceRow } from '../fixtures/invoice-rows.ts'
import type { TestApp } from '../test-app.ts'
import { type Filling, lateFeeTerms } from './filling.ts'

/** Adds three invoices, and rows to every table that belongs to invoices and estimates. Returns the ids of the invoices. */
export async function fillInvoices(
  { database }: TestApp,
  { businessId, userId, word, say, mail }: Filling,
  { clientId, logoId }: { clientId: string; logoId: string },
): Promise<string[]> {
  const invoiceIds = await Promise.all(
    [1, 2, 3].map((n) =>
      addInvoiceRow(database, businessId, {
        createdBy: userId,
        companyName: say('company'),
        companyEmail: mail('business'),
        companyPhone: say('phone'),
        companyAddress: say('address'),
        contactName: say('contact'),
        logoId,
        clientId,
        clientName: say(`client ${n}`),
        clientEmail: mail('client'),
        clientContactName: say('contact'),
        clientPhone: say('phone'),
        clientAddress: say('address'),
        purchaseOrder: say('order'),
        description: say('description'),
        notes: say('notes'),
        lateFeeTerms,
        lines: [{ description: say('line'), quantity: 1500, rateMinor: 12_345 }],
        discount: { kind: 'fixed', value: 1, description: say('discount') },
        taxes: [{ name: say('tax'), rate: 7700 }],
        fees: [{ description: say('fee'), amountMinor: 5 }],
      }),
    ),
  )
  const [invoiceId = '', , creditedId = ''] = invoiceIds
  await withTenant(database, businessId, async ({ db }) => {
    await db.insert(timeEntries).values({
      businessId,
      createdBy: userId,
      requestId: randomUUID(),
      clientId,
      description: say('time'),
      onDate: '2026-01-05',
      seconds: 5400,
      rateMinor: 12_000,
      currency: 'USD',
      invoiceId,
    })
    await db.insert(invoiceEvents).values([
      { businessId, invoiceId, kind: 'created' },
      { businessId, invoiceId, kind: 'payment', amountMinor: 4999 },
    ])
    await db.insert(lateFees).values({
      businessId,
      invoiceId,
      dueDate: '2026-11-01',
      period: 0,
      feeOn: '2026-11-15',
      amountMinor: 2500,
      state: 'removed',
      at: new Date(),
      removedAt: new Date(),
    })
    await db.insert(numbering).values({
      businessId,
      style: 'sequence',
      prefix: word.slice(0, 12),
      withYear: true,
      padding: 4,
      scope: 'client',
    })
    await db
      .insert(numberSequences)
      .values({ businessId, kind: 'invoice', scope: clientId, year: 2026, next: 4 })
    const id = randomUUID()
    await db.insert(deletedInvoices).values({
      businessId,
      id,
      number: id.slice(0, 8).toUpperCase(),
      clientName: say('deleted client'),
      currency: 'USD',
      totalMinor: 100,
      wasSent: true,
      createdAt: new Date(),
      deletedBy: userId,
    })
    await db.insert(creditNotes).values({
      businessId,
      invoiceId: creditedId,
      number: 'CN-0001',
      numberScope: businessScope,
      numberYear: 0,
      sequenceNumber: 1,
      createdBy: userId,
      requestId: randomUUID(),
      currency: 'USD',
      locale: 'en-US',
      issueDate: '2026-11-15',
      reason: say('reason'),
      charge: { kind: 'amount', amountMinor: 100 },
      parts: { lines: [], fees: [] },
      amounts: { lineMinor: [], taxesMinor: [] },
      subtotalMinor: 100,
      discountMinor: 0,
      taxMinor: 0,
      feesMinor: 0,
      totalMinor: 100,
    })
    await db
      .insert(estimates)
      .values(estimateRow(businessId, { createdBy: userId, clientId, logoId, say, email: mail('client') }))
    await db.update(invoices).set({ creditNotesMinor: 100 }).where(eq(invoices.id, creditedId))
  })
  return invoiceIds
}
