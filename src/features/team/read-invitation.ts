import { withAuth } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { countUse } from '../../platform/limits/limit.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type { readInvitation as readEndpoint } from './contract.ts'
import { readInvitationLimits } from './limits.ts'
import { assertOpen, findInvitation } from './open-invitation.ts'

export async function readInvitation(
  { database }: Deps<'database'>,
  token: string,
  ip: string,
): Promise<ResponseOf<typeof readEndpoint>> {
  await countUse(database, readInvitationLimits(ip))
  return withAuth(database, async (tx) => {
    const invitation = await findInvitation(tx, token)
    await assertOpen(tx, invitation)
    const { businessName, email, role, invitedBy, hasAccount } = invitation
    return { businessName, email, role, invitedBy, hasAccount }
  })
}
