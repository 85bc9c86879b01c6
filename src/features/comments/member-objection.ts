import { withAuth } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Mail } from '../../platform/mail/deliver-mail.ts'
import { type Permission, permissions } from '../../shared/roles.ts'
import { approvalMailKinds } from '../invoices/approval/approval-mails.ts'
import { readingPermission } from './rules.ts'

/** By what the reader of the email has to be allowed to see. */
export const mentionKinds = { sales: 'mention', money: 'money-mention' } as const

const neededFor: Readonly<Record<string, Permission>> = {
  [mentionKinds.sales]: readingPermission.invoice,
  [mentionKinds.money]: readingPermission.transaction,
  [approvalMailKinds['approval-asked']]: 'invoices.approve',
  [approvalMailKinds.approved]: 'sales.read',
  [approvalMailKinds['sent-back']]: 'sales.read',
}

/** The owner reads this. */
export const readerGone = 'The reader left the business or got another role before it could be sent.'

/**
 * Returns the check before delivery that says why an email to a member must not be sent any more: it may have waited days for
 * a mail server, and what members write is for members.
 */
export function createMemberObjection({ database }: Deps<'database'>) {
  return async ({
    kind,
    businessId,
    toAddress,
  }: Pick<Mail, 'kind' | 'businessId' | 'toAddress'>): Promise<string | null> => {
    const needed = neededFor[kind]
    if (needed === undefined || businessId === null) return null
    const { rowCount } = await withAuth(database, ({ client }) =>
      client.query(
        `select from members m join auth.users u on u.id = m.user_id
         where m.business_id = $1 and lower(u.email) = lower($2) and m.paused_at is null and m.role = any($3::text[])`,
        [businessId, toAddress, [...permissions[needed]]],
      ),
    )
    return rowCount ? null : readerGone
  }
}
