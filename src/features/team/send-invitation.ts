import type { Transaction } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { lockForHolding } from '../../platform/mail/held-mails.ts'
import { dateIn, formatDate } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { queueInvitation } from './emails.ts'
import type { LockedBusiness } from './lock-team.ts'
import type { GivenRole } from './rules.ts'
import type { TeamDeps } from './team-deps.ts'

interface SentInvitation {
  email: string
  role: GivenRole
  token: string
  expiresAt: Date
}

/** Emails go to people who did not ask for them, so they wait like those to clients for an owner who is confirmed. */
export async function sendInvitation(
  tx: Transaction,
  deps: TeamDeps,
  { businessId, name, business }: Identity,
  { expiresAt, ...invitation }: SentInvitation,
): Promise<void> {
  await lockForHolding(tx, businessId)
  // Read again: the owner may have confirmed the address in the meantime.
  const { rows } = await tx.client.query<{ isVerified: boolean }>(
    'select owner_verified as "isVerified" from businesses where id = $1',
    [businessId],
  )
  const held = deps.mailWaitsForVerification && !rows[0]?.isVerified
  const until = formatDate(dateIn(business.timeZone, expiresAt))
  const mail = { ...invitation, businessId, businessName: business.name, invitedBy: name, until, held }
  await queueInvitation(tx, deps, mail)
}

export function assertMayInvite({ isSuspended }: LockedBusiness): void {
  if (isSuspended) {
    throw new AppError('FORBIDDEN', 'This business is suspended, so it can’t invite anyone at the moment.')
  }
}
