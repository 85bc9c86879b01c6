import { exactMoment } from '../../platform/db/exact-cursor.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { AdminUser } from './contract.ts'

/** The columns of a user as the API returns them, from auth.users u and `subscriptionJoins`. */
export const userColumns = `u.id, u.name, u.email, u.email_verified as "emailVerified", u.business_name as "businessName",
  coalesce(nullif(s.status, 'none'), 'free') as "subscriptionStatus",
  case when s.status <> 'none' then ${isoMoment('s.current_period_end')} end as "subscriptionEndDate",
  u.role, ${exactMoment('u.created_at')} as "createdAt", ${isoMoment('u.last_sign_in_at')} as "lastSignInAt",
  ${isoMoment('u.suspended_at')} as "suspendedAt"`

export const subscriptionJoins = `left join members m on m.user_id = u.id
  left join subscriptions s on s.business_id = m.business_id`

/** Reads a user, in a transaction of withAdmin. */
export async function getUser({ client }: Transaction, id: string): Promise<AdminUser> {
  const { rows } = await client.query<AdminUser>({
    name: 'admin-user',
    text: `select ${userColumns} from auth.users u ${subscriptionJoins} where u.id = $1`,
    values: [id],
  })
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This user could not be found.')
  return rows[0]
}
