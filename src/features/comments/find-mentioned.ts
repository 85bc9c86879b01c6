import type { Database } from '../../platform/db/connect.ts'
import { withAuth } from '../../platform/db/transaction.ts'
import { fieldError } from '../../shared/errors.ts'
import { type Role, isPermitted } from '../../shared/roles.ts'
import { type SubjectKind, nounOf, readingPermission } from './rules.ts'

export interface Mentioned {
  userId: string
  name: string
  email: string
  role: Role
}

/** The members with these ids. Refuses the field if one of them is no member, or may not see what is commented. */
export async function findMentioned(
  database: Database,
  businessId: string,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<Mentioned[]> {
  if (ids.length === 0) return []
  const { rows } = await withAuth(database, ({ client }) =>
    client.query<Mentioned>(
      `select u.id as "userId", u.name, u.email, m.role from members m join auth.users u on u.id = m.user_id
       where m.business_id = $1 and m.user_id = any($2::uuid[]) and m.paused_at is null
       order by u.id`,
      [businessId, ids],
    ),
  )
  if (rows.length < ids.length) {
    throw fieldError('mentions', 'Someone you mentioned is no longer a member. Please remove their name.')
  }
  const without = rows.find(({ role }) => !isPermitted(role, readingPermission[kind]))
  if (without) {
    throw fieldError('mentions', `${without.name} can’t see this ${nounOf[kind]}. Please remove their name.`)
  }
  return rows
}
