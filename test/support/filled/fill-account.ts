import { randomBytes, randomUUID } from 'node:crypto'
import { accountActivity, accountRestores } from '../../../src/platform/db/tables/installation/activity.ts'
import { secretAccesses } from '../../../src/platform/db/tables/installation/secrets.ts'
import { integrations } from '../../../src/platform/db/tables/integrations.ts'
import { mails } from '../../../src/platform/db/tables/mail.ts'
import { periodChanges, reportPackages, reportSettings } from '../../../src/platform/db/tables/periods.ts'
import { withPlatform, withTenant } from '../../../src/platform/db/transaction.ts'
import type { TestApp } from '../test-app.ts'
import { fillMailSubjects } from './fill-mail-subjects.ts'
import type { Filling } from './filling.ts'

const secretColumns = [
  'stripeSecretKey',
  'stripeWebhookSecret',
  'paypalClientSecret',
  'emailPassword',
  'plaidSecret',
] as const

/** Adds an email and the activity of the account. */
export async function fillAccount(
  { database }: TestApp,
  filling: Filling,
  { clientId, invoiceId, otherInvoiceId }: { clientId: string; invoiceId: string; otherInvoiceId: string },
): Promise<void> {
  const { businessId, userId, word, say, mail } = filling
  await withTenant(database, businessId, async ({ db }) => {
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
    await fillMailSubjects(db, filling, { clientId, invoiceId, otherInvoiceId })
    await db
      .insert(secretAccesses)
      .values({ businessId, secret: say('secret'), reason: say('reason'), userId })
    await db
      .insert(accountActivity)
      .values({ businessId, kind: say('activity'), detail: say('detail'), device: say('device'), userId })
    const closedThrough = '2020-12-31'
    const accountCodes = { 'expense:Rent': { code: '6310', name: say('account') } }
    await db.insert(reportSettings).values({
      businessId,
      fiscalMonth: 4,
      closedThrough,
      countsBank: true,
      summaryDay: 5,
      summaryLastMonth: '2099-01-01',
      accountantEmail: say('accountant'),
      summaryStopped: [say('stopped')],
      summaryKey: randomBytes(32),
      accountCodes,
    })
    await db.insert(reportPackages).values({
      businessId,
      createdBy: userId,
      requestId: randomUUID(),
      fromDay: '2020-01-01',
      toDay: closedThrough,
      basis: 'accrual',
      state: 'failed',
      problem: say('package'),
    })
    await db
      .insert(periodChanges)
      .values({ businessId, kind: 'closed', after: closedThrough, note: say('note'), createdBy: userId })
    await db.insert(accountRestores).values({
      businessId,
      createdBy: userId,
      requestId: randomUUID(),
      state: 'failed',
      problem: say('problem'),
      byteCount: 100,
      parts: [],
    })
  })
  await withPlatform(database, async ({ client }) => {
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
}

/** Adds integrations. Returns their secrets, as entered and as stored. */
export async function fillIntegrations(
  { database, deps }: TestApp,
  { businessId, word, say, mail }: Filling,
) {
  const secrets = secretColumns.map((column) => ({ column, value: `${word}-secret-${column}` }))
  const sealed = await withTenant(database, businessId, async (tx) => {
    const values: Partial<Record<(typeof secretColumns)[number], Buffer>> = {}
    for (const { column, value } of secrets) {
      const secretContext = {
        businessId,
        table: 'integrations',
        column: integrations[column].name,
        rowId: businessId,
      }
      values[column] = await deps.secrets.seal(tx, secretContext, value)
    }
    await tx.db.insert(integrations).values({
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
  return { secrets: secrets.map(({ value }) => value), sealed }
}
