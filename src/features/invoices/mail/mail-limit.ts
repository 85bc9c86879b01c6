import type { Database } from '../../../platform/db/connect.ts'
import { type Transaction, queryTenant } from '../../../platform/db/transaction.ts'
import type { Limit } from '../../../platform/limits/limit.ts'
import { type Plan, plans } from '../../billing/rules.ts'
import { invoiceNotFound } from '../queries.ts'

/**
 * The limit of all mails from a business to its clients. A mail is counted before the transaction that queues
 * it, and released if that fails.
 */
export function clientMailLimit(businessId: string, plan: Plan): Limit {
  const { label, mailsPerHour } = plans[plan]
  return {
    key: `client-mail:${businessId}`,
    max: mailsPerHour,
    windowSeconds: 3600,
    refusal: `You’ve sent ${mailsPerHour} emails to clients within an hour, which is the limit of the ${label} plan.`,
  }
}

/**
 * Counts mails of one kind about an invoice in a day, and of all these kinds in an hour. Receipts of single
 * payments, which the owner sends and which have their own limit, count only toward the hour.
 */
export async function countMails(
  { client }: Transaction,
  { businessId, invoiceId }: { businessId: string; invoiceId: string | null },
  kind: string,
  kinds: readonly string[] = [kind],
): Promise<{ ofInvoice: number; ofBusiness: number }> {
  const { rows } = await client.query<{ ofInvoice: number; ofBusiness: number }>(
    `select count(*) filter (
         where invoice_id = $2 and kind = $3 and attachment #>> '{facts,payment}' is null)::int as "ofInvoice",
       count(*) filter (where created_at > now() - interval '1 hour')::int as "ofBusiness"
     from mails where business_id = $1 and kind = any($4) and created_at > now() - interval '1 day'`,
    [businessId, invoiceId, kind, kinds],
  )
  return rows[0] ?? { ofInvoice: 0, ofBusiness: 0 }
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
