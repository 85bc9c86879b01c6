import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { businesses } from '../../platform/db/tables/business.ts'
import { files } from '../../platform/db/tables/files.ts'
import { invoices } from '../../platform/db/tables/invoices.ts'
import { type Transaction, asNoOne } from '../../platform/db/transaction.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import type { DocumentStyle } from '../business/contract.ts'
import { shownFieldsSql } from '../fields/queries.ts'
import type { InvoiceDocument } from './contract.ts'
import type { InvoiceInput } from './document/input-rules.ts'
import { styleInPlan } from './document/style-rules.ts'
import type { NumberFormat } from './numbers/number-rules.ts'

type LogoSize = Pick<typeof files.$inferSelect, 'width' | 'height'>

/** An invoice as it is stored, with the size of its logo, its movements, its late fees, its credit notes and its own fields on documents. */
export type InvoiceRow = typeof invoices.$inferSelect & {
  logo: LogoSize | null
} & Pick<InvoiceDocument, 'movements' | 'lateFees' | 'creditNotes' | 'shownFields'>

// Refunds that the provider has not accepted, or that failed, moved no money. Nor did disputes that are inquiries or won.
const movements = sql<InvoiceDocument['movements']>`coalesce((
  select json_agg(json_build_object('kind', kind, 'on', moved_on, 'method', method, 'amountMinor', amount_minor,
      'isTest', is_test)
    order by moved_at, kind <> 'payment', kind, recorded_at)
  from (
    select 'payment' as kind, p.received_on as moved_on, p.received_at as moved_at, p.created_at as recorded_at,
      p.method, p.amount_minor, p.is_test
    from payments p
    where p.business_id = invoices.business_id and p.invoice_id = invoices.id and p.undone_at is null
    union all
    select 'refund', (r.created_at at time zone b.time_zone)::date, r.created_at, r.created_at, p.method, r.amount_minor,
      p.is_test
    from payments p
    join refunds r on r.business_id = p.business_id and r.payment_id = p.id
    join businesses b on b.id = p.business_id
    where p.business_id = invoices.business_id and p.invoice_id = invoices.id and platform.is_given_back(r.state)
    union all
    select 'dispute', d.opened_on, d.opened_at, d.created_at, p.method, d.amount_minor, p.is_test
    from payments p
    join disputes d on d.business_id = p.business_id and d.payment_id = p.id
    where p.business_id = invoices.business_id and p.invoice_id = invoices.id and platform.is_taken_back(d.state)
  ) moved), '[]')`

const creditNotes = sql<InvoiceDocument['creditNotes']>`coalesce((
  select json_agg(json_build_object('id', c.id, 'number', c.number, 'on', c.issue_date, 'amountMinor', c.total_minor)
    order by c.created_at, c.sequence_number)
  from credit_notes c
  where c.business_id = invoices.business_id and c.invoice_id = invoices.id), '[]')`

const lateFees = sql<InvoiceDocument['lateFees']>`coalesce((
  select json_agg(json_build_object('dueDate', f.due_date, 'on', f.fee_on, 'amountMinor', f.amount_minor)
    order by f.fee_on, f.due_date)
  from late_fees f
  where f.business_id = invoices.business_id and f.invoice_id = invoices.id and f.state = 'added'), '[]')`

const shownFields = sql<
  InvoiceDocument['shownFields']
>`${sql.raw(shownFieldsSql('invoices.business_id', 'invoices.own_fields'))}`

export interface InvoiceKey {
  businessId: string
  invoiceId: string
}

export function invoiceNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This invoice could not be found.')
}

const selectRows = (db: Transaction['db']) =>
  db
    .select({
      ...getTableColumns(invoices),
      logo: { width: files.width, height: files.height },
      movements,
      lateFees,
      creditNotes,
      shownFields,
    })
    .from(invoices)
    .leftJoin(files, and(eq(files.businessId, invoices.businessId), eq(files.id, invoices.logoId)))

const prepareRow = (db: Transaction['db']) =>
  selectRows(db)
    .where(eq(invoices.id, sql.placeholder('id')))
    .prepare('invoice-row')
// Prepared once per connection: building and planning this query costs more than running it.
const prepared = new WeakMap<Transaction['db'], ReturnType<typeof prepareRow>>()

/** Returns an invoice. Row-level security hides the invoices of other businesses. */
export async function getInvoiceRow({ db }: Transaction, id: string): Promise<InvoiceRow> {
  const statement = prepared.get(db) ?? prepareRow(db)
  prepared.set(db, statement)
  const [row] = await statement.execute({ id })
  if (!row) throw invoiceNotFound()
  return row
}

/** Returns those of the invoices that exist, in any order. */
export function listInvoiceRows({ db }: Transaction, ids: readonly string[]): Promise<InvoiceRow[]> {
  return selectRows(db).where(inArray(invoices.id, ids))
}

/** Returns what is needed of the business of an invoice. */
export async function getInvoiceBusiness({ db }: Transaction, businessId: string) {
  const [business] = await db
    .select({
      timeZone: businesses.timeZone,
      ownerVerified: businesses.ownerVerified,
      plan: businesses.plan,
    })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (!business) throw invoiceNotFound()
  return business
}

/** Returns an invoice and what is needed of its business, in a transaction of that business. */
export async function getInvoiceWithBusiness(tx: Transaction, businessId: string, invoiceId: string) {
  const [business, invoice] = await Promise.all([
    getInvoiceBusiness(tx, businessId),
    getInvoiceRow(tx, invoiceId),
  ])
  return { invoice, business }
}

export async function findInvoiceIdByRequest(
  { db }: Transaction,
  requestId: string,
): Promise<string | undefined> {
  const [row] = await db.select({ id: invoices.id }).from(invoices).where(eq(invoices.requestId, requestId))
  return row?.id
}

/** Locks an invoice: until the transaction ends, no other transaction can change, pay or delete it. */
export async function lockInvoice({ db }: Transaction, id: string) {
  const [row] = await db
    .select({
      status: invoices.status,
      approval: invoices.approval,
      version: invoices.version,
      logoId: invoices.logoId,
      currency: invoices.currency,
      totalMinor: invoices.totalMinor,
      creditNotesMinor: invoices.creditNotesMinor,
      openMinor: invoices.openMinor,
      issueDate: invoices.issueDate,
      dueDate: invoices.dueDate,
      parts: invoices.parts,
      sendReminder: invoices.sendReminder,
      sendOption: invoices.sendOption,
      sentAt: invoices.sentAt,
      clientId: invoices.clientId,
      paymentTerms: invoices.paymentTerms,
      lines: invoices.lines,
      taxes: invoices.taxes,
      lateFeeTerms: invoices.lateFeeTerms,
    })
    .from(invoices)
    .where(eq(invoices.id, id))
    .for('update')
  if (!row) throw invoiceNotFound()
  return row
}

/** Returns what creating an invoice needs of the business, and whether an invoice with this request id exists. */
export async function getBusinessFacts(
  { client }: Transaction,
  businessId: string,
  requestId: string | null,
) {
  const { rows } = await client.query<
    Pick<
      typeof businesses.$inferSelect,
      'plan' | 'ownerVerified' | 'timeZone' | 'locale' | keyof FilledProfile
    > & { isRepeated: boolean; style: DocumentStyle; numbering: NumberFormat | null }
  >({
    name: 'business-facts',
    text: `select plan, owner_verified as "ownerVerified", time_zone as "timeZone", locale, email, phone, address,
             contact_name as "contactName", country, tax_id as "taxId",
             json_build_object('look', document_look, 'accentColour', accent_colour, 'logoPosition', logo_position) as style,
             (select json_build_object('prefix', prefix, 'withYear', with_year, 'padding', padding, 'scope', scope)
              from numbering where business_id = $1 and style = 'sequence') as numbering,
             exists (select from invoices where business_id = $1 and request_id = $2) as "isRepeated"
           from businesses where id = $1`,
    values: [businessId, requestId],
  })
  const [business] = rows
  if (!business) throw new AppError('NOT_FOUND', 'This business no longer exists.')
  return { ...business, style: styleInPlan(business.plan, business.style) }
}
export type BusinessFacts = Awaited<ReturnType<typeof getBusinessFacts>>

const filledFields = ['email', 'phone', 'address', 'contactName', 'country', 'taxId'] as const
type FilledProfile = Pick<typeof businesses.$inferSelect, (typeof filledFields)[number]>

/**
 * Fills empty fields of the profile from an invoice. The owner's own name and address are not copied: the
 * copy would become outdated when the owner changes them.
 */
export async function fillProfile(
  tx: Transaction,
  businessId: string,
  profile: BusinessFacts,
  company: InvoiceInput['company'],
  owner: { name: string; email: string },
): Promise<void> {
  const { email, contactName } = company
  const entered = {
    ...company,
    email: email === owner.email ? '' : email,
    contactName: contactName === owner.name ? '' : contactName,
  }
  if (!filledFields.some((field) => !profile[field] && entered[field])) return
  await asNoOne(tx, () =>
    tx.client.query(
      `update businesses set
         email = coalesce(nullif(email, ''), nullif($2, '')), phone = coalesce(nullif(phone, ''), $3),
         address = coalesce(nullif(address, ''), $4), contact_name = coalesce(nullif(contact_name, ''), $5),
         country = coalesce(nullif(country, ''), $6),
         -- The number of one country is none of another.
         tax_id = case when tax_id = '' and country in ('', $6) then $7 else tax_id end,
         updated_at = now()
       where id = $1`,
      [businessId, ...filledFields.map((field) => entered[field])],
    ),
  )
}

/** Returns the size of a logo, or null if it was deleted. It cannot be deleted until the transaction ends. */
export async function findLogo({ client }: Transaction, businessId: string, logoId: string | null) {
  if (logoId === null) return null
  const { rows } = await client.query<LogoSize>(
    'select width, height from files where business_id = $1 and id = $2 for key share',
    [businessId, logoId],
  )
  return rows[0] ?? null
}

/** Returns the size of a logo. Throws if an id is given and the logo was deleted. */
export async function getLogo(tx: Transaction, businessId: string, logoId: string | null) {
  const logo = await findLogo(tx, businessId, logoId)
  if (logo || logoId === null) return logo
  throw fieldError('logoId', 'This logo no longer exists. Please upload it again.')
}
