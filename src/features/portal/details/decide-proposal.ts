import { and, eq, sql } from 'drizzle-orm'
import { clients } from '../../../platform/db/tables/clients.ts'
import { clientProposals } from '../../../platform/db/tables/portal.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../shared/errors.ts'
import { refuseTakenEmail } from '../../clients/client-changes.ts'
import { lockShownClient, noteClientEvent } from '../../clients/client-rows.ts'
import { findProposal } from './proposals.ts'

interface Decision {
  businessId: string
  clientId: string
  proposalId: string
  accepts: boolean
}

/** Applies what a client asked for like a change by the owner, or leaves the details as they are. Decided once. */
export async function decideProposal(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, clientId, proposalId, accepts }: Decision,
): Promise<void> {
  await refuseTakenEmail(() =>
    withTenant(database, businessId, async (tx) => {
      const { updatedAt } = await lockShownClient(tx, { businessId, id: clientId })
      const proposal = await findProposal(tx, { businessId, clientId })
      if (proposal?.id !== proposalId || proposal.state !== 'pending') {
        throw new AppError(
          'CHANGED_ELSEWHERE',
          'This change was decided or replaced in the meantime. Reload the page to see the latest version.',
        )
      }
      const at = now()
      await tx.db
        .update(clientProposals)
        .set({ state: accepts ? 'accepted' : 'declined', decidedAt: at })
        .where(and(eq(clientProposals.businessId, businessId), eq(clientProposals.id, proposalId)))
      // Those before it, for example of a client that was merged, no longer count.
      await tx.db
        .delete(clientProposals)
        .where(
          and(
            eq(clientProposals.businessId, businessId),
            eq(clientProposals.clientId, clientId),
            sql`${clientProposals.id} <> ${proposalId}`,
          ),
        )
      const event = accepts ? 'proposal-accepted' : 'proposal-declined'
      await noteClientEvent(tx, { businessId, id: clientId }, event)
      if (!accepts) return
      const { companyName, contactName, email, phone, address, country, taxId } = proposal
      await tx.db
        .update(clients)
        .set({
          companyName,
          contactName,
          email,
          phone,
          address,
          country,
          taxId,
          // Two changes within a millisecond are two versions, too.
          updatedAt: new Date(Math.max(at.getTime(), updatedAt.getTime() + 1)),
        })
        .where(and(eq(clients.businessId, businessId), eq(clients.id, clientId)))
    }),
  )
}
