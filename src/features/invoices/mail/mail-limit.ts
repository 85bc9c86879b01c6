import type { Database } from '../../../platform/db/connect.ts'
import { queryTenant } from '../../../platform/db/transaction.ts'
import type { Limit } from '../../../platform/limits/limit.ts'
import { type Plan, plans } from '../../billing/rules.ts'
import { invoiceNotFound } from '../queries.ts'

const hour = 3600

/**
 * What a business may mail to clients, whichever way a mail is asked for. Counted before the transaction that queues the
 * mail, and given back when that fails; deleting the invoice afterwards gives nothing back.
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

/** The owner's Email button: ten an hour for an invoice. */
export function ownerMailLimit(businessId: string, invoiceId: string): Limit {
  return { key: `invoice-mail:${businessId}:${invoiceId}`, max: 10, windowSeconds: hour }
}

/** What has to be known before a mail is counted. An invoice that is not there leaves no count behind. */
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
