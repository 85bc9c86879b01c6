import { and, eq } from 'drizzle-orm'
import { businesses } from '../../../platform/db/tables/business.ts'
import { clientPortals, portalDevices } from '../../../platform/db/tables/portal.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../shared/errors.ts'
import { includesFeature } from '../../billing/rules.ts'
import { lockShownClient, noteClientEvent } from '../../clients/client-rows.ts'
import { findPortalUrl } from '../../clients/portal/find-portal-url.ts'
import type { PortalClient } from '../access/authorize-portal.ts'
import { readDetails } from '../details/proposals.ts'
import type { ClientPortal } from './contract.ts'

type PortalDeps = Deps<'database' | 'now' | 'appUrl'>

const ofClient = ({ businessId, clientId }: PortalClient) =>
  and(eq(clientPortals.businessId, businessId), eq(clientPortals.clientId, clientId))
const devicesOf = ({ businessId, clientId }: PortalClient) =>
  and(eq(portalDevices.businessId, businessId), eq(portalDevices.clientId, clientId))

/** What the owner sees of the portal of a client. */
export async function getClientPortal(
  { database, now, appUrl }: PortalDeps,
  key: PortalClient,
): Promise<ClientPortal> {
  return withTenant(database, key.businessId, async (tx) => {
    const { details: before, proposal } = await readDetails(tx, key)
    const url = await findPortalUrl(tx, appUrl, key)
    const { rows } = await tx.client.query<{
      openedAt: Date | null
      renewedAt: Date | null
      devices: number
    }>(
      `select p.opened_at as "openedAt", p.renewed_at as "renewedAt",
         (select count(*)::int from portal_devices d
          where d.business_id = $1 and d.client_id = $2 and d.expires_at > $3) as devices
       from client_portals p where p.business_id = $1 and p.client_id = $2`,
      [key.businessId, key.clientId, now()],
    )
    const [row] = rows
    return {
      url,
      openedAt: row?.openedAt?.toISOString() ?? null,
      renewedAt: row?.renewedAt?.toISOString() ?? null,
      devices: row?.devices ?? 0,
      proposal: proposal?.state === 'pending' ? { before, proposal } : null,
    }
  })
}

/** Ends all links of the client before this one, the confirmed devices and a code that was sent. */
export async function renewClientPortal(
  { database, now, appUrl }: PortalDeps,
  key: PortalClient,
): Promise<void> {
  await withTenant(database, key.businessId, async (tx) => {
    await lockShownClient(tx, { businessId: key.businessId, id: key.clientId })
    await assertPlanHasPortal(tx)
    // A client whose link was never shown gets a key first.
    await findPortalUrl(tx, appUrl, key)
    await tx.client.query(
      `update client_portals set generation = generation + 1, renewed_at = $3,
         code_hash = null, code_expires_at = null, code_failures = 0
       where business_id = $1 and client_id = $2`,
      [key.businessId, key.clientId, now()],
    )
    await tx.db.delete(portalDevices).where(devicesOf(key))
    await noteClientEvent(tx, { businessId: key.businessId, id: key.clientId }, 'portal-renewed')
  })
}

/** The link stays valid; every browser asks for a code again. */
export async function endPortalDevices({ database }: PortalDeps, key: PortalClient): Promise<void> {
  await withTenant(database, key.businessId, async (tx) => {
    await lockShownClient(tx, { businessId: key.businessId, id: key.clientId })
    await tx.db.delete(portalDevices).where(devicesOf(key))
    await tx.db
      .update(clientPortals)
      .set({ codeHash: null, codeExpiresAt: null, codeFailures: 0 })
      .where(ofClient(key))
  })
}

async function assertPlanHasPortal({ db }: Transaction): Promise<void> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  if (!business || !includesFeature(business.plan, 'clientPortal'))
    throw new AppError('PLAN_REQUIRED', 'Client portals are part of the Pro plan.')
}
