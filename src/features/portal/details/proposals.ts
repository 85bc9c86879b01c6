import { and, desc, eq } from 'drizzle-orm'
import { clientProposals } from '../../../platform/db/tables/portal.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { withinLimits } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { checkTaxId } from '../../../shared/tax-ids.ts'
import { lockShownClient, noteClientEvent } from '../../clients/client-rows.ts'
import type { PortalClient } from '../access/authorize-portal.ts'
import type { PortalDetails, Proposal, getPortalDetails } from '../contract.ts'
import { type PortalMailDeps, queueProposalMail } from '../emails.ts'
import { getDetails, getPortalBusiness, getPortalPerson } from '../queries.ts'
import { changedDetails } from './detail-rules.ts'

type ProposalRow = typeof clientProposals.$inferSelect

const ofClient = ({ businessId, clientId }: PortalClient) =>
  and(eq(clientProposals.businessId, businessId), eq(clientProposals.clientId, clientId))

export function toProposal(row: ProposalRow): Proposal {
  const { id, state, companyName: name, contactName, email, phone, address, country, taxId } = row
  const details = { name, contactName, email, phone, address, country, taxId }
  return { id, state, details, createdAt: row.createdAt.toISOString() }
}

/** The newest change that the client asked for. Those before it no longer count. */
export async function findProposal({ db }: Transaction, key: PortalClient): Promise<ProposalRow | undefined> {
  const [row] = await db
    .select()
    .from(clientProposals)
    .where(ofClient(key))
    .orderBy(desc(clientProposals.createdAt), desc(clientProposals.id))
    .limit(1)
  return row
}

export async function readDetails(
  tx: Transaction,
  key: PortalClient,
): Promise<ResponseOf<typeof getPortalDetails>> {
  const proposal = await findProposal(tx, key)
  return { details: await getDetails(tx, key), proposal: proposal ? toProposal(proposal) : null }
}

const proposalsPerHour = 10

/** Keeps what the client asks to have changed until the owner decides. It takes the place of what waits already. */
export async function proposeDetails(
  deps: PortalMailDeps & Deps<'database'>,
  ip: string,
  key: PortalClient,
  typed: PortalDetails,
): Promise<ResponseOf<typeof getPortalDetails>> {
  const checked = checkTaxId(typed.country, typed.taxId)
  const after = { ...typed, taxId: 'taxId' in checked ? checked.taxId : typed.taxId }
  const limits = [
    { key: `portal-details:ip:${networkOf(ip)}`, max: 60, windowSeconds: 3600 },
    { key: `portal-details:client:${key.clientId}`, max: proposalsPerHour, windowSeconds: 3600 },
  ]
  const { businessId, clientId } = key
  return withinLimits(deps.database, limits, () =>
    withTenant(deps.database, businessId, async (tx) => {
      await lockShownClient(tx, { businessId, id: clientId })
      const before = await getDetails(tx, key)
      await tx.db.delete(clientProposals).where(and(ofClient(key), eq(clientProposals.state, 'pending')))
      if (changedDetails(before, after).length === 0) return readDetails(tx, key)
      const { name: companyName, ...details } = after
      const createdAt = deps.now()
      await tx.db.insert(clientProposals).values({ businessId, clientId, companyName, ...details, createdAt })
      await noteClientEvent(tx, { businessId, id: clientId }, 'proposed')
      const business = await getPortalBusiness(tx, businessId)
      const person = await getPortalPerson(tx, key)
      await queueProposalMail(tx, deps, { business, person, before, after })
      return readDetails(tx, key)
    }),
  )
}
