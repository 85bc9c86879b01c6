import type { Database } from '../../platform/db/connect.ts'
import { exactMoment } from '../../platform/db/exact-cursor.ts'
import { queryAdmin } from '../../platform/db/transaction.ts'
import { invoiceGone } from '../../platform/mail/deliver-mail.ts'
import { reminderObjections } from '../reminders/reminder-objections.ts'
import type { OutboxMail } from './contract.ts'

export interface OutboxRow extends Omit<OutboxMail, 'businessName' | 'createdAt'> {
  /** The business on whose behalf the mail was written. */
  businessId: string | null
  /** True for any mail of a business, including mails to its owner. */
  isOfBusiness: boolean
  waitsForAccount: boolean
  /** When the mail was queued. */
  at: string
}

/**
 * The columns of a mail that the operator may see. The subject of any mail of a business is hidden, including
 * mails to its owner: it names clients and invoices.
 */
export const outboxColumns = `id, kind, to_address as "to", state, attempts, last_error as "lastError",
  case when business_id is null and not on_behalf then subject end as subject,
  case when on_behalf then business_id end as "businessId",
  business_id is not null as "isOfBusiness", waits_for_account as "waitsForAccount",
  (state = 'failed' or (state = 'queued' and last_error is not null))
    and html is not null and text is not null as "canSendAgain",
  ${exactMoment('created_at')} as at, ${exactMoment('sent_at')} as "sentAt"`

/**
 * The reasons for not sending a mail that the business would no longer want. Each reveals something about its
 * invoices.
 */
const objections = new Set<string>([...Object.values(reminderObjections), invoiceGone])

/**
 * Returns the error as far as the operator may see it: nothing about the business's records, and no responses
 * of its own mail server.
 */
function reasonFor({
  lastError,
  isOfBusiness,
  waitsForAccount,
}: Pick<OutboxRow, 'lastError' | 'isOfBusiness' | 'waitsForAccount'>): string | null {
  if (lastError === null || !isOfBusiness) return lastError
  if (waitsForAccount) return "The business's own mail account did not take it."
  return objections.has(lastError) ? 'It was no longer wanted.' : lastError
}

/** Adds the names of the businesses with one query, run with a role that may read them. */
export async function toOutboxMails(database: Database, rows: readonly OutboxRow[]): Promise<OutboxMail[]> {
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
