import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/connect.ts'
import { nameOf } from '../../platform/db/name-of.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { estimates } from '../../platform/db/tables/estimates.ts'
import { files } from '../../platform/db/tables/files.ts'
import { invoices } from '../../platform/db/tables/invoices.ts'
import { type Transaction, queryTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { Plan } from '../billing/rules.ts'

type LogoSize = Pick<typeof files.$inferSelect, 'width' | 'height'>

/** An estimate as it is stored, with the size of its logo. */
export type EstimateRow = typeof estimates.$inferSelect & { logo: LogoSize | null }

export interface EstimateKey {
  businessId: string
  estimateId: string
}

export function estimateNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This estimate could not be found.')
}

const selectEstimate = ({ db }: Transaction) =>
  db
    .select({ ...getTableColumns(estimates), logo: { width: files.width, height: files.height } })
    .from(estimates)
    .leftJoin(
      files,
      and(
        eq(files.businessId, estimates.businessId),
        sql`${files.id} = (${estimates.content} ->> 'logoId')::uuid`,
      ),
    )

export async function getEstimateRow(tx: Transaction, id: string): Promise<EstimateRow> {
  const [row] = await selectEstimate(tx).where(eq(estimates.id, id))
  if (!row) throw estimateNotFound()
  return row
}

/** Locks an estimate: until the transaction ends, no other transaction can change, answer, invoice or delete it. */
export async function lockEstimate(tx: Transaction, id: string): Promise<EstimateRow> {
  const [row] = await tx.db
    .select({ id: estimates.id })
    .from(estimates)
    .where(eq(estimates.id, id))
    .for('update')
  if (!row) throw estimateNotFound()
  return getEstimateRow(tx, id)
}

export async function findByRequest(tx: Transaction, requestId: string): Promise<EstimateRow | undefined> {
  const [row] = await selectEstimate(tx).where(eq(estimates.requestId, requestId))
  return row
}

/** The invoices made from an estimate, oldest first. */
export function listEstimateInvoices(
  { db }: Transaction,
  { businessId, id }: Pick<EstimateRow, 'businessId' | 'id'>,
) {
  return db
    .select({
      id: invoices.id,
      number: invoices.number,
      issueDate: invoices.issueDate,
      dueDate: invoices.dueDate,
      currency: invoices.currency,
      totalMinor: invoices.totalMinor,
      lateFeesMinor: sql<number>`coalesce((select sum(amount_minor) from late_fees f
        where f.business_id = ${invoices.businessId} and f.invoice_id = ${invoices.id} and f.state = 'added'), 0)::float8`,
      creditNotesMinor: invoices.creditNotesMinor,
      status: invoices.status,
      share: invoices.estimateShare,
    })
    .from(invoices)
    .where(and(eq(invoices.businessId, businessId), eq(invoices.estimateId, id)))
    .orderBy(asc(invoices.createdAt), asc(invoices.id))
}
export type EstimateInvoiceRow = Awaited<ReturnType<typeof listEstimateInvoices>>[number]

/** The names of the members who created, last emailed and decided an estimate. */
export async function readActors(
  { client }: Transaction,
  { businessId, id }: Pick<EstimateRow, 'businessId' | 'id'>,
): Promise<{ createdBy: string | null; sentBy: string | null; decidedBy: string | null }> {
  const mailer = `(select m.user_id from mails m where m.business_id = $1 and m.estimate_id = e.id
    and m.kind = 'estimate' and m.state = 'sent' order by m.created_at desc limit 1)`
  const { rows } = await client.query({
    name: 'estimate-actors',
    text: `select ${nameOf('e.created_by')} as "createdBy", ${nameOf(mailer)} as "sentBy",
             ${nameOf('e.decided_user_id')} as "decidedBy"
           from estimates e where e.business_id = $1 and e.id = $2`,
    values: [businessId, id],
  })
  return rows[0]
}

export async function hasInvoices(
  { db }: Transaction,
  { businessId, id }: Pick<EstimateRow, 'businessId' | 'id'>,
): Promise<boolean> {
  return (
    (await db.$count(invoices, and(eq(invoices.businessId, businessId), eq(invoices.estimateId, id)))) > 0
  )
}

/** Returns what the documents and mails of a business need of it. */
export async function getMailingBusiness({ db }: Transaction, businessId: string) {
  const [business] = await db
    .select({
      timeZone: businesses.timeZone,
      ownerVerified: businesses.ownerVerified,
      email: businesses.email,
    })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (!business) throw estimateNotFound()
  return business
}
export type MailingBusiness = Awaited<ReturnType<typeof getMailingBusiness>>

export async function getPlan(database: Database, businessId: string): Promise<Plan> {
  const [row] = await queryTenant<{ plan: Plan }>(database, businessId, {
    name: 'plan-of-business',
    text: 'select plan from businesses where id = $1',
    values: [businessId],
  })
  if (!row) throw estimateNotFound()
  return row.plan
}

/** Returns what is needed to count a mail. Throws for an unknown estimate, so that nothing is counted. */
export async function getMailFacts(
  database: Database,
  { businessId, estimateId }: EstimateKey,
): Promise<{ plan: Plan; isSent: boolean }> {
  const [facts] = await queryTenant<{ plan: Plan; isSent: boolean }>(database, businessId, {
    name: 'estimate-mail-facts',
    text: `select b.plan, e.sent_at is not null as "isSent"
           from estimates e join businesses b on b.id = e.business_id
           where e.business_id = $1 and e.id = $2`,
    values: [businessId, estimateId],
  })
  if (!facts) throw estimateNotFound()
  return facts
}
