import { type Transaction, withAuth } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../shared/errors.ts'
import type { Role } from '../../shared/roles.ts'
import { offerDays } from '../auth/rules.ts'

export const memberNotFound = () => new AppError('NOT_FOUND', 'This person is not a member of the business.')

interface Person {
  name: string
  email: string
}

/** The name and address of a member, which a tenant transaction cannot read; undefined for anyone else. */
export async function findPerson(
  { database }: Deps<'database'>,
  businessId: string,
  userId: string,
): Promise<Person | undefined> {
  const { rows } = await withAuth(database, ({ client }) =>
    client.query<Person>(
      `select u.name, u.email from members m join auth.users u on u.id = m.user_id
       where m.business_id = $1 and m.user_id = $2`,
      [businessId, userId],
    ),
  )
  return rows[0]
}

interface Membership {
  role: Role
  isPaused: boolean
  /** An offer that still stands. */
  isOffered: boolean
}

/** Reads a membership as it is (tenant transaction). Call it after `lockTeam`. */
export async function readMembership(
  { client }: Transaction,
  userId: string,
): Promise<Membership | undefined> {
  const { rows } = await client.query<Membership>(
    `select role, paused_at is not null as "isPaused",
       offered_at is not null and offered_at > now() - make_interval(days => $2) as "isOffered"
     from members where user_id = $1`,
    [userId, offerDays],
  )
  return rows[0]
}
