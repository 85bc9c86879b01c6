import type { Database } from '../../platform/db/connect.ts'
import { exactMoment } from '../../platform/db/exact-cursor.ts'
import { queryAdmin } from '../../platform/db/transaction.ts'
import { invoiceGone } from '../../platform/mail/deliver-mail.ts'
import { reminderObjections } from '../reminders/find-objection.ts'
import type { OutboxMail } from './contract.ts'

export interface OutboxRow extends Omit<OutboxMail, 'businessName' | 'createdAt'> {
  /** In whose name it is written. */
  businessId: string | null
  /** Also where it goes to the owner. */
  isOfBusiness: boolean
  waitsForAccount: boolean
  /** When it was queued. */
  at: string
}

/**
 * What the operator may know of a mail. Whatever belongs to a business has its subject kept back, that of mails to its
 * owner too: it names clients and invoices.
 */
export const outboxColumns = `id, kind, to_address as "to", state, attempts, last_error as "lastError",
  case when business_id is null and not on_behalf then subject end as subject,
  case when on_behalf then business_id end as "businessId",
  business_id is not null as "isOfBusiness", waits_for_account as "waitsForAccount",
  (state = 'failed' or (state = 'queued' and last_error is not null))
    and html is not null and text is not null as "canSendAgain",
  ${exactMoment('created_at')} as at, ${exactMoment('sent_at')} as "sentAt"`

/** Why a mail was given up that its business would not have wanted any more: each tells of its books. */
const objections = new Set<string>([...Object.values(reminderObjections), invoiceGone])

/** As far as it is the operator's to know: not what a business's records say, nor how its own mail server answers. */
function reasonFor({
  lastError,
  isOfBusiness,
  waitsForAccount,
}: Pick<OutboxRow, 'lastError' | 'isOfBusiness' | 'waitsForAccount'>): string | null {
  if (lastError === null || !isOfBusiness) return lastError
  if (waitsForAccount) return "The business's own mail account did not take it."
  return objections.has(lastError) ? 'It was no longer wanted.' : lastError
}

/** With the names of the businesses, which another role may read: one question for all of them. */
export async function toOutboxMails(database: Database, rows: readonly OutboxRow[]): Promise<OutboxMail[]> {
  const ids = [...new Set(rows.flatMap(({ businessId }) => (businessId === null ? [] : [businessId])))]
  const named =
    ids.length === 0
      ? []
      : await queryAdmin<{ id: string; name: string }>(database, {
          text: 'select id, name from businesses where id = any ($1)',
          values: [ids],
        })
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return rows.map(({ businessId, at, lastError, isOfBusiness, waitsForAccount, ...row }) => ({
    ...row,
    lastError: reasonFor({ lastError, isOfBusiness, waitsForAccount }),
    businessName: businessId === null ? null : (names.get(businessId) ?? null),
    createdAt: at,
  }))
}
