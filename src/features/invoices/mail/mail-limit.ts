import type { Database } from '../../../platform/db/connect.ts'
import { queryTenant } from '../../../platform/db/transaction.ts'
import type { Limit } from '../../../platform/limits/limit.ts'
import { type Plan, plans } from '../../billing/rules.ts'
import { invoiceNotFound } from '../queries.ts'

const hour = 3600

/**
 * The limit of mails from a business to its clients, for all kinds of mail. A mail is counted before the transaction that
 * queues it, and released if that fails. Deleting the invoice later releases nothing.
 */
export function clientMailLimit(businessId: string, plan: Plan): Limit {
  const { label, mailsPerHour } = plans[plan]
  return {
    key: `client-mail:${businessId}`,
    max: mailsPerHour,
    windowSeconds: hour,
    refusal: `You have sent ${mailsPerHour} emails to clients within an hour, the most that the ${label} plan allows.`,
  }
}

/** The limit of the owner's Email button: ten mails per invoice and hour. */
export function ownerMailLimit(businessId: string, invoiceId: string): Limit {
  return { key: `invoice-mail:${businessId}:${invoiceId}`, max: 10, windowSeconds: hour }
}

/** Returns what is needed to count a mail. Throws for an unknown invoice, so that nothing is counted. */
export async function getMailFacts(
  database: Database,
  businessId: string,
  invoiceId: string,
): Promise<{ plan: Plan; isSent: boolean }> {
  const [facts] = await queryTenant<{ plan: Plan; isSent: boolean }>(database, businessId, {
    name: 'mail-facts',
    text: `select b.plan, i.sent_at is not null as "isSent"
           from invoices i join businesses b on b.id = i.business_id
           where i.business_id = $1 and i.id = $2`,
    values: [businessId, invoiceId],
  })
  if (!facts) throw invoiceNotFound()
  return facts
}
