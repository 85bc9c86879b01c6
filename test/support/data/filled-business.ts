import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { uploadLogo } from '../../../src/features/business/contract.ts'
import { foldMoneyOf } from '../../../src/features/figures/fold-money.ts'
import { accountActivity } from '../../../src/platform/db/tables/activity.ts'
import { businesses } from '../../../src/platform/db/tables/business.ts'
import { clients } from '../../../src/platform/db/tables/clients.ts'
import { integrations } from '../../../src/platform/db/tables/integrations.ts'
import { deletedInvoices, invoiceEvents, invoices } from '../../../src/platform/db/tables/invoices.ts'
import { mails } from '../../../src/platform/db/tables/mail.ts'
import { checkouts, disputes, payments, refunds } from '../../../src/platform/db/tables/payments.ts'
import { recurringPeriods, recurringSeries } from '../../../src/platform/db/tables/recurring.ts'
import { reminderSettings, reminderSteps, reminders } from '../../../src/platform/db/tables/reminders.ts'
import { secretAccesses } from '../../../src/platform/db/tables/secrets.ts'
import { taxRates } from '../../../src/platform/db/tables/taxes.ts'
import { invoiceTemplates } from '../../../src/platform/db/tables/templates.ts'
import { withPlatform, withTenant } from '../../../src/platform/db/transaction.ts'
import { fillBanks, fillExpenses } from './filled-banks.ts'
import { makePicture } from './images.ts'
import { addInvoiceRow } from './invoice-rows.ts'
import { answerOf } from '../test-app.ts'
import type { TestApp } from '../test-app.ts'

const secretColumns = [
  'stripeSecretKey',
  'stripeWebhookSecret',
  'paypalClientSecret',
  'emailPassword',
  'plaidSecret',
] as const

/** A new account whose business has rows in every table, with this word in every text that is free to choose. */
export async function fillBusiness(app: TestApp, word: string) {
  const email = `${word}.owner@example.com`.toLowerCase()
  const { cookie, session } = await app.signUpAndIn({ name: `${word} Owner`, businessName: word, email })
  const businessId = session.business.id
  const userId = session.user.id
  const say = (what: string) => `${word} ${what}`
  const mail = (what: string) => `${word}.${what}@example.com`.toLowerCase()

  const file = new Blob([new Uint8Array(await makePicture('png'))])
  const { id: logoId } = await answerOf(uploadLogo, await app.send(uploadLogo, { file }, { cookie }))
  const clientId = randomUUID()
  await withTenant(app.database, businessId, async ({ db }) => {
    await db.update(businesses).set({
      email: mail('business'),
      phone: say('1'),
      address: say('lane'),
      contactName: say('contact'),
      logoId,
      documentLook: 'modern',
    })
    await db.insert(clients).values({
      businessId,
      id: clientId,
      createdBy: userId,
      companyName: say('company'),
      contactName: `=${say('formula')}`,
      email: mail('client'),
      phone: `+41 ${word}`,
      address: say('"street"\nand, town'),
    })
    await db.insert(taxRates).values({ businessId, name: say('tax'), rate: 7700, description: say('rate') })
  })
  const invoiceIds = await Promise.all(
    [1, 2, 3].map((n) =>
      addInvoiceRow(app.database, businessId, {
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
        lines: [{ description: say('line'), quantity: 1500, rateCents: 12_345 }],
        discount: { kind: 'fixed', value: 1, description: say('discount') },
        taxes: [{ name: say('tax'), rate: 7700 }],
        fees: [{ description: say('fee'), amountCents: 5 }],
      }),
    ),
  )
  const [invoiceId = ''] = invoiceIds
  const paymentId = randomUUID()
  const secrets = secretColumns.map((column) => ({ column, value: `${word}-secret-${column}` }))
  const sealed = await withTenant(app.database, businessId, async (tx) => {
    const { db } = tx
    await db.insert(invoiceEvents).values([
      { businessId, invoiceId, kind: 'created' },
      { businessId, invoiceId, kind: 'payment', amountCents: 4999 },
    ])
    const id = randomUUID()
    await db.insert(deletedInvoices).values({
      businessId,
      id,
      number: id.slice(0, 8).toUpperCase(),
      clientName: say('deleted client'),
      totalCents: 100,
      wasSent: true,
      createdAt: new Date(),
      deletedBy: userId,
    })
    await db.insert(checkouts).values({
      businessId,
      invoiceId,
      invoiceNumber: say('number'),
      amountCents: 4999,
      request: {
        reference: randomUUID(),
        amountCents: 4999,
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
      amountCents: 4999,
      receivedAt: new Date(),
      receivedOn: '2026-11-15',
      note: say('note'),
      providerPaymentId: `pi_${word}`,
    })
    await db.insert(refunds).values({
      businessId,
      paymentId,
      amountCents: 99,
      state: 'succeeded',
      providerRefundId: `re_${word}`,
    })
    await db.insert(disputes).values({
      businessId,
      paymentId,
      amountCents: 98,
      reason: say('reason'),
      state: 'inquiry',
      providerDisputeId: `dp_${word}`,
      url: say('url'),
      needsResponse: true,
      evidenceDueAt: new Date(),
      openedAt: new Date(),
    })
    await db.insert(mails).values({
      businessId,
      kind: say('kind'),
      fromAddress: mail('business'),
      toAddress: mail('client'),
      replyTo: mail('reply'),
      subject: say('subject'),
      html: `<p>${word}</p>`,
      text: say('text'),
      state: 'failed',
      lastError: say('error'),
      invoiceId,
      attachment: { kind: 'invoice', facts: say('facts') },
    })
    await db
      .insert(secretAccesses)
      .values({ businessId, secret: say('secret'), reason: say('reason'), userId })
    await db
      .insert(accountActivity)
      .values({ businessId, kind: say('activity'), detail: say('detail'), device: say('device'), userId })
    const values: Partial<Record<(typeof secretColumns)[number], Buffer>> = {}
    for (const { column, value } of secrets) {
      const place = {
        businessId,
        table: 'integrations',
        column: integrations[column].name,
        rowId: businessId,
      }
      values[column] = await app.deps.secrets.seal(tx, place, value)
    }
    await db.insert(integrations).values({
      businessId,
      stripeAccountId: `acct_${word}`,
      stripePublishableKey: `pk_test_${word}`,
      stripeMode: 'test',
      paypalClientId: say('paypal'),
      emailFromAddress: mail('business'),
      emailHost: `smtp.${word}.example`,
      emailUsername: mail('business'),
      plaidClientId: say('plaid'),
      ...values,
    })
    return Object.values(values)
  })
  await withTenant(app.database, businessId, async ({ db }) => {
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
      totalCents: 4999,
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
  // The sums know of what is there by now; of what follows they have yet to hear.
  await foldMoneyOf(app, businessId)
  await fillExpenses(app, { businessId, userId }, word)
  const banks = await fillBanks(app, { businessId, userId }, word)
  await withPlatform(app.database, async ({ client }) => {
    await client.query('insert into card_events (business_id, id, type) values ($1, $2, $3)', [
      businessId,
      `evt_${word}`,
      say('type'),
    ])
    await client.query(
      `insert into subscriptions (business_id, customer_id, subscription_id, status, checkout_url)
       values ($1, $2, $3, 'none', $4) on conflict do nothing`,
      [businessId, `cus_${word}`, `sub_${word}`, `https://cards.example/plan/${word}`],
    )
  })
  return {
    cookie,
    businessId,
    userId,
    email,
    logoId,
    invoiceIds,
    /** What nobody may ever see again, as it was entered and as it is kept. */
    secrets: [...secrets.map(({ value }) => value), ...banks.secrets],
    sealed: [...sealed, ...banks.sealed],
  }
}
