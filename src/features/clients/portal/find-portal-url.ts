import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type Plan, includesFeature } from '../../billing/rules.ts'
import { writePortalToken } from './portal-token.ts'

interface ClientKey {
  businessId: string
  clientId: string
}

interface LinkRow {
  plan: Plan
  signingKey: Buffer | null
  generation: number | null
}

/**
 * The link with which a client opens their portal. Null if the plan of the business has no portal, or for an invoice
 * without a saved client. The link is computed from a key of the client each time, so it is stored nowhere.
 */
export async function findPortalUrl(
  tx: Transaction,
  appUrl: string,
  { businessId, clientId }: { businessId: string; clientId: string | null },
): Promise<string | null> {
  if (clientId === null) return null
  const { rows } = await tx.client.query<LinkRow>({
    name: 'portal-link',
    text: `select b.plan, p.signing_key as "signingKey", p.generation
           from clients c join businesses b on b.id = c.business_id
           left join client_portals p on p.business_id = c.business_id and p.client_id = c.id
           where c.business_id = $1 and c.id = $2 and c.merged_into is null`,
    values: [businessId, clientId],
  })
  const [row] = rows
  if (!row || !includesFeature(row.plan, 'clientPortal')) return null
  const key = row.signingKey ?? (await addSigningKey(tx, { businessId, clientId }))
  const generation = row.generation ?? 1
  return `${appUrl}/portal/${writePortalToken(key, { businessId, clientId, generation })}`
}

async function addSigningKey({ client }: Transaction, { businessId, clientId }: ClientKey): Promise<Buffer> {
  // On a conflict, another transaction was faster: its key counts.
  const { rows } = await client.query<{ signingKey: Buffer }>(
    `insert into client_portals (business_id, client_id, signing_key) values ($1, $2, $3)
     on conflict (business_id, client_id) do update set signing_key = client_portals.signing_key
     returning signing_key as "signingKey"`,
    [businessId, clientId, randomBytes(32)],
  )
  if (!rows[0]) throw new Error('no signing key came back for the client')
  return rows[0].signingKey
}
