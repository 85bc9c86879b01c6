import { randomUUID } from 'node:crypto'
import { checkouts, disputes, payments, refunds } from '../../../src/platform/db/tables/payments.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { TestApp } from '../test-app.ts'
import type { Filling } from './filling.ts'

/** Adds rows to every table of payments. */
export async function fillPayments(
  { database }: TestApp,
  { businessId, word, say, mail }: Filling,
  invoiceId: string,
): Promise<void> {
  const paymentId = randomUUID()
  await withTenant(database, businessId, async ({ db }) => {
    await db.insert(checkouts).values({
      businessId,
      invoiceId,
      invoiceNumber: say('number'),
      currency: 'USD',
      amountMinor: 4999,
      request: {
        reference: randomUUID(),
        currency: 'USD',
        amountMinor: 4999,
        description: say('checkout'),
        email: mail('client'),
        successUrl: '',
        cancelUrl: '',
        expiresAt: 0,
        metadata: {},
      },
      state: 'expired',
      sessionId: `cs_${word}`,
      url: `https://cards.example/${word}`,
      expiresAt: new Date(),
    })
    await db.insert(payments).values({
      businessId,
      id: paymentId,
      invoiceId,
      invoiceNumber: say('number'),
      method: 'card',
      currency: 'USD',
      amountMinor: 4999,
      receivedAt: new Date(),
      receivedOn: '2026-11-15',
      note: say('note'),
      providerPaymentId: `pi_${word}`,
    })
    await db.insert(refunds).values({
      businessId,
      paymentId,
      amountMinor: 99,
      state: 'succeeded',
      providerRefundId: `re_${word}`,
    })
    await db.insert(disputes).values({
      businessId,
      paymentId,
      amountMinor: 98,
      reason: say('reason'),
      state: 'inquiry',
      providerDisputeId: `dp_${word}`,
      url: say('url'),
      needsResponse: true,
      evidenceDueAt: new Date(),
      openedAt: new Date(),
    })
  })
}
