import type { Database } from '../../platform/db/connect.ts'
import { type ExactCursor, exactMoment, exactPage, readExactCursor } from '../../platform/db/exact-cursor.ts'
import { type Transaction, queryAdmin } from '../../platform/db/transaction.ts'
import { invoiceGone } from '../../platform/mail/deliver-mail.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { invoiceCancelled } from '../invoices/mail/invoice-objection.ts'
import { reminderObjections } from '../reminders/reminder-objections.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import type * as contract from './contract.ts'

type Query = QueryOf<typeof contract.listOutbox>
type OutboxMail = contract.OutboxMail

const pageSize = 50

/** Reads one more row than a page, to find out whether there is another page. */
function listStatement(state: Query['state'], cursor: ExactCursor | undefined) {
  const values: string[] = []
  const parameter = (value: string) => `$${values.push(value)}`
  const conditions = [
    ...(state ? [`state = ${parameter(state)}`] : []),
    ...(cursor
      ? [`(created_at, id) < (${parameter(cursor.at)}::timestamptz, ${parameter(cursor.id)}::uuid)`]
      : []),
  ]
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const text = `select ${outboxColumns} from mails ${where} order by created_at desc, id desc limit ${pageSize + 1}`
  return { text, values }
}

export async function listOutbox(
  { database }: AdminMailDeps,
  { state, after }: Query,
): Promise<ResponseOf<typeof contract.listOutbox>> {
  const cursor = after === undefined ? undefined : readExactCursor(after, 'after')
  const { rows } = await database.platform.query<OutboxRow>(listStatement(state, cursor))
  const { shown, next } = exactPage(rows, pageSize)
  return { mails: await toOutboxMails(database, shown), next }
}

export function noSuchMail(): AppError {
  return new AppError('NOT_FOUND', 'This email is no longer in the outbox.')
}

export async function getOutboxMail(database: Database, id: string): Promise<OutboxMail> {
  const text = `select ${outboxColumns} from mails where id = $1`
  const { rows } = await database.platform.query<OutboxRow>(text, [id])
  const [mail] = await toOutboxMails(database, rows)
  if (!mail) throw noSuchMail()
  return mail
}

interface OutboxRow extends Omit<OutboxMail, 'businessName' | 'createdAt'> {
  /** The business on whose behalf the mail was written. */
  businessId: string | null
  /** True for any mail of a business, including mails to its owner. */
  isOfBusiness: boolean
  waitsForAccount: boolean
  /** When the mail was queued. */
  at: string
}

/** What the operator may see: no subject of a business's mail, which names clients and invoices. */
const outboxColumns = `id, kind, to_address as "to", state, attempts, last_error as "lastError",
  case when business_id is null and not on_behalf then subject end as subject,
  case when on_behalf then business_id end as "businessId",
  business_id is not null as "isOfBusiness", waits_for_account as "waitsForAccount",
  (state = 'failed' or (state = 'queued' and last_error is not null))
    and html is not null and text is not null as "canSendAgain",
  ${exactMoment('created_at')} as at, ${exactMoment('sent_at')} as "sentAt"`

/** Why a mail is no longer wanted. Each reveals something about the business's invoices. */
const objections = new Set<string>([...Object.values(reminderObjections), invoiceGone, invoiceCancelled])

/** The error without what is the business's own: its records, and answers of its mail server. */
function reasonFor({
  lastError,
  isOfBusiness,
  waitsForAccount,
}: Pick<OutboxRow, 'lastError' | 'isOfBusiness' | 'waitsForAccount'>): string | null {
  if (lastError === null || !isOfBusiness) return lastError
  if (waitsForAccount) return 'The business’s own email account didn’t accept it.'
  return objections.has(lastError) ? 'It was no longer needed.' : lastError
}

/** Adds the names of the businesses with one query, run with a role that may read them. */
async function toOutboxMails(database: Database, rows: readonly OutboxRow[]): Promise<OutboxMail[]> {
  const ids = [...new Set(rows.flatMap(({ businessId }) => (businessId === null ? [] : [businessId])))]
  const businesses =
    ids.length === 0
      ? []
      : await queryAdmin<{ id: string; name: string }>(database, {
          text: 'select id, name from businesses where id = any ($1)',
          values: [ids],
        })
  const names = new Map(businesses.map(({ id, name }) => [id, name]))
  return rows.map(({ businessId, at, lastError, isOfBusiness, waitsForAccount, ...row }) => ({
    ...row,
    lastError: reasonFor({ lastError, isOfBusiness, waitsForAccount }),
    businessName: businessId === null ? null : (names.get(businessId) ?? null),
    createdAt: at,
  }))
}

interface AuditedMail {
  to: string
  kind: string
  onBehalf: boolean
}

/** The log can never be cleared: mails on behalf of a business appear by id, without an address. */
export function auditTarget(id: string, { to, kind, onBehalf }: AuditedMail) {
  return { target: { id, label: onBehalf ? null : to }, details: { kind } }
}

/** A message as the audit log records it, from the outbox: its own headers cannot be trusted. */
export async function readAuditTarget({ client }: Transaction, id: string) {
  const { rows } = await client.query<AuditedMail>(
    `select to_address as "to", kind, on_behalf as "onBehalf" from mails where id = $1`,
    [id],
  )
  return rows[0] ? auditTarget(id, rows[0]) : { target: { id, label: null } }
}
