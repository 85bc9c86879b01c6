import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { invoices } from '../../../src/platform/db/tables/invoices.ts'
import { recurringPeriods, recurringSeries } from '../../../src/platform/db/tables/recurring.ts'
import { reminderSettings, reminderSteps, reminders } from '../../../src/platform/db/tables/reminders.ts'
import { autopayCharges, savedCards } from '../../../src/platform/db/tables/saved-cards.ts'
import { invoiceTemplates } from '../../../src/platform/db/tables/templates.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { TestApp } from '../test-app.ts'
import type { Filling } from './filling.ts'

/** Adds rows to every table of reminders, recurring invoices, saved cards and templates. */
export async function fillRecurring(
  { database }: TestApp,
  { businessId, userId, say }: Filling,
  { clientId, invoiceId, logoId }: { clientId: string; invoiceId: string; logoId: string },
): Promise<void> {
  await withTenant(database, businessId, async ({ db }) => {
    const seriesId = randomUUID()
    const content = { notes: say('notes'), logoId }
    const moments = { createdAt: new Date(), updatedAt: new Date() }
    await db.insert(reminderSettings).values({ businessId, hasOwnSeries: true, sendHour: 7 })
    await db
      .insert(reminderSteps)
      .values({ businessId, offsetDays: 7, subject: say('subject'), body: say('body') })
    await db.insert(reminders).values({
      businessId,
      invoiceId,
      offsetDays: 7,
      state: 'sent',
      isAutomatic: true,
      mailId: randomUUID(),
      at: new Date(),
    })
    await db.insert(recurringSeries).values({
      businessId,
      id: seriesId,
      createdBy: userId,
      requestId: randomUUID(),
      content,
      clientName: say('client'),
      currency: 'USD',
      totalMinor: 4999,
      frequency: 'monthly',
      startDate: '2026-10-31',
      sends: true,
      nextPeriod: 1,
      nextOn: '2026-11-30',
      pausedAt: new Date(),
      pausedBy: 'error',
      pauseReason: say('reason'),
      ...moments,
    })
    const cardId = randomUUID()
    await db.insert(savedCards).values({
      businessId,
      id: cardId,
      seriesId,
      clientId,
      customerId: say('customer'),
      paymentMethodId: say('card'),
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2030,
      isOwn: false,
      isTest: true,
      checkoutId: randomUUID(),
      consentedAt: new Date(),
      consentText: say('consent'),
      consentIp: '203.0.113.7',
      endedAt: new Date(),
      endedBy: 'client',
    })
    await db.insert(autopayCharges).values({
      businessId,
      seriesId,
      period: 0,
      part: 0,
      invoiceId,
      cardId,
      state: 'declined',
      reason: say('reason'),
      createdAt: new Date(),
      updatedAt: new Date(),
    })
    await db.update(invoices).set({ seriesId, seriesPeriod: 0 }).where(eq(invoices.id, invoiceId))
    await db.insert(recurringPeriods).values({
      businessId,
      seriesId,
      period: 0,
      invoiceId,
      state: 'made',
      onDate: '2026-10-31',
      at: new Date(),
    })
    await db.insert(invoiceTemplates).values({ businessId, name: say('template'), content })
  })
}
