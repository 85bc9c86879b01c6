import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { businesses } from '../../platform/db/tables/business.ts'
import { files } from '../../platform/db/tables/files.ts'
import { invoices } from '../../platform/db/tables/invoices.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { DocumentStyle } from '../business/contract.ts'
import type { InvoiceDocument } from './contract.ts'
import type { InvoiceInput } from './document/input-rules.ts'
import { styleInPlan } from './document/style-rules.ts'

/** An invoice as it is stored, with the measures of its logo and what was paid for it. */
export type InvoiceRow = typeof invoices.$inferSelect & {
  logo: { width: number; height: number } | null
  movements: InvoiceDocument['movements']
}

// Refunds that the provider has not taken on are not money yet, or any more; so are disputes that moved none.
const movements = sql<InvoiceDocument['movements']>`coalesce((
  select json_agg(json_build_object('kind', kind, 'on', moved_on, 'method', method, 'amountCents', amount_cents,
      'isTest', is_test)
    order by moved_at, kind <> 'payment', kind)
  from (
    select 'payment' as kind, p.received_on as moved_on, p.received_at as moved_at, p.method, p.amount_cents, p.is_test
    from payments p
    where p.business_id = invoices.business_id and p.invoice_id = invoices.id and p.undone_at is null
    union all
    select 'refund', (r.created_at at time zone b.time_zone)::date, r.created_at, p.method, r.amount_cents, p.is_test
    from payments p
    join refunds r on r.business_id = p.business_id and r.payment_id = p.id
    join businesses b on b.id = p.business_id
    where p.business_id = invoices.business_id and p.invoice_id = invoices.id and r.state in ('pending', 'succeeded')
    union all
    select 'dispute', d.opened_on, d.opened_at, p.method, d.amount_cents, p.is_test
    from payments p
    join disputes d on d.business_id = p.business_id and d.payment_id = p.id
    where p.business_id = invoices.business_id and p.invoice_id = invoices.id and d.state in ('open', 'lost')
  ) moved), '[]')`

export function invoiceNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This invoice could not be found.')
}

const prepareRow = (db: Transaction['db']) =>
  db
    .select({
      ...getTableColumns(invoices),
      logo: { width: files.width, height: files.height },
      movements,
    })
    .from(invoices)
    .leftJoin(files, and(eq(files.businessId, invoices.businessId), eq(files.id, invoices.logoId)))
    .where(eq(invoices.id, sql.placeholder('id')))
    .prepare('invoice-row')
// To write and to plan this one costs more than to run it: once a connection is enough.
const prepared = new WeakMap<Transaction['db'], ReturnType<typeof prepareRow>>()

/** Row-level security leaves the invoices of one business only: another's is not there. */
export async function getInvoiceRow({ db }: Transaction, id: string): Promise<InvoiceRow> {
  const statement = prepared.get(db) ?? prepareRow(db)
  prepared.set(db, statement)
  const [row] = await statement.execute({ id })
  if (!row) throw invoiceNotFound()
  return row
}

export async function getInvoiceIdByRequest({ db }: Transaction, requestId: string): Promise<string> {
  const [row] = await db.select({ id: invoices.id }).from(invoices).where(eq(invoices.requestId, requestId))
  if (!row) throw invoiceNotFound()
  return row.id
}

/** Until the end of the transaction nobody else changes, pays or removes it. */
export async function lockInvoice({ db }: Transaction, id: string) {
  const [row] = await db
    .select({
      status: invoices.status,
      version: invoices.version,
      logoId: invoices.logoId,
      totalCents: invoices.totalCents,
      openCents: invoices.openCents,
      issueDate: invoices.issueDate,
      dueDate: invoices.dueDate,
      sendReminder: invoices.sendReminder,
      sendOption: invoices.sendOption,
      sentAt: invoices.sentAt,
      clientId: invoices.clientId,
      paymentTerms: invoices.paymentTerms,
    })
    .from(invoices)
    .where(eq(invoices.id, id))
    .for('update')
  if (!row) throw invoiceNotFound()
  return row
}

/** What decides how an invoice is made, and what the business's profile still lacks. */
export async function getBusinessFacts(
  { client }: Transaction,
  businessId: string,
  requestId: string | null,
) {
  const { rows } = await client.query<
    Pick<
      typeof businesses.$inferSelect,
      'plan' | 'ownerVerified' | 'timeZone' | 'email' | 'phone' | 'address' | 'contactName'
    > & { isRepeated: boolean; style: DocumentStyle }
  >({
    name: 'business-facts',
    text: `select plan, owner_verified as "ownerVerified", time_zone as "timeZone", email, phone, address, contact_name as "contactName",
             json_build_object('look', document_look, 'accentColour', accent_colour, 'logoPosition', logo_position) as style,
             exists (select from invoices where business_id = $1 and request_id = $2) as "isRepeated"
           from businesses where id = $1`,
    values: [businessId, requestId],
  })
  const [business] = rows
  if (!business) throw new AppError('NOT_FOUND', 'This business is not there any more.')
  return { ...business, style: styleInPlan(business.plan, business.style) }
}
export type BusinessFacts = Awaited<ReturnType<typeof getBusinessFacts>>

/**
 * Fills what the profile lacks with what was written on an invoice. Not with what the form took from the owner: that
 * would stay behind when the owner's own changes.
 */
export async function fillProfile(
  { client }: Transaction,
  businessId: string,
  profile: BusinessFacts,
  company: InvoiceInput['company'],
  owner: { name: string; email: string },
): Promise<void> {
  const fields = ['email', 'phone', 'address', 'contactName'] as const
  const { email, contactName } = company
  const said = {
    ...company,
    email: email === owner.email ? '' : email,
    contactName: contactName === owner.name ? '' : contactName,
  }
  if (!fields.some((field) => !profile[field] && said[field])) return
  await client.query(
    `update businesses set
       email = coalesce(nullif(email, ''), nullif($2, '')), phone = coalesce(nullif(phone, ''), $3),
       address = coalesce(nullif(address, ''), $4), contact_name = coalesce(nullif(contact_name, ''), $5),
       updated_at = now()
     where id = $1`,
    [businessId, ...fields.map((field) => said[field])],
  )
}

/** The measures of the logo, or null when there is none any more. It cannot be removed before the transaction ends. */
export async function findLogo({ client }: Transaction, businessId: string, logoId: string | null) {
  if (logoId === null) return null
  const { rows } = await client.query<{ width: number; height: number }>(
    'select width, height from files where business_id = $1 and id = $2 for key share',
    [businessId, logoId],
  )
  return rows[0] ?? null
}

/** The same for one that has to be there, as long as one is named. */
export async function getLogo(tx: Transaction, businessId: string, logoId: string | null) {
  const logo = await findLogo(tx, businessId, logoId)
  if (logo || logoId === null) return logo
  const message = 'This logo is not there any more. Please upload it again.'
  throw new AppError('VALIDATION_FAILED', message, { fields: { logoId: message } })
}
