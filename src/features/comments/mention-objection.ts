import { withAuth } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Mail } from '../../platform/mail/deliver-mail.ts'
import { permissions } from '../../shared/roles.ts'
import { readingPermission } from './rules.ts'

/** By what the reader of the email has to be allowed to see. */
export const mentionKinds = { sales: 'mention', money: 'money-mention' } as const

/** The owner reads this. */
export const readerGone =
  'The person mentioned left the business or got another role before it could be sent.'

/**
 * Returns the check before delivery that says why a mention must not be sent any more: it may have waited days for a mail
 * server, and what members write is for members.
 */
export function createMentionObjection({ database }: Deps<'database'>) {
  return async ({
    kind,
    businessId,
    toAddress,
  }: Pick<Mail, 'kind' | 'businessId' | 'toAddress'>): Promise<string | null> => {
    const isMention = kind === mentionKinds.sales || kind === mentionKinds.money
    if (!isMention || businessId === null) return null
    const needed = readingPermission[kind === mentionKinds.sales ? 'invoice' : 'transaction']
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
