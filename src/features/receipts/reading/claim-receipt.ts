import { randomUUID } from 'node:crypto'
import { notSuspended } from '../../../platform/db/not-suspended.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { dateIn } from '../../../shared/dates.ts'

export interface ClaimedReceipt {
  businessId: string
  id: string
  /** Only the reader with the latest claim may store what it read. */
  claim: string
  originalId: string
  /** How often it was claimed, this time included. */
  tries: number
  homeCurrency: string
  keepsLocation: boolean
  today: string
}

/** A claim that was not renewed for so long is that of a dead process, and another one takes the receipt. */
const claimSeconds = 45
export const renewalSeconds = 10

/**
 * Chooses the next receipt to read. Businesses take turns: `served` says in which order they had theirs, so that one with
 * two hundred receipts does not make another one with a single receipt wait.
 */
export async function claimReceipt(
  { database, now }: Deps<'database' | 'now'>,
  served: Map<string, number>,
): Promise<ClaimedReceipt | undefined> {
  const { rows } = await database.platform.query<{ businessId: string; id: string; createdAt: Date }>(
    `select distinct on (business_id) business_id as "businessId", id, created_at as "createdAt" from receipts
     where state = 'waiting' and (claimed_until is null or claimed_until < $1) and ${notSuspended('receipts')}
     order by business_id, created_at, id`,
    [now()],
  )
  const turns = rows.toSorted(
    (a, b) =>
      (served.get(a.businessId) ?? 0) - (served.get(b.businessId) ?? 0) || +a.createdAt - +b.createdAt,
  )
  for (const { businessId, id } of turns) {
    const claimed = await claim({ database, now }, businessId, id)
    if (!claimed) continue
    served.set(businessId, Math.max(0, ...served.values()) + 1)
    return claimed
  }
  return undefined
}

/** Undefined if another reader was faster. */
async function claim(
  { database, now }: Deps<'database' | 'now'>,
  businessId: string,
  id: string,
): Promise<ClaimedReceipt | undefined> {
  const at = now()
  const { rows } = await withTenant(database, businessId, ({ client }) =>
    client.query<Omit<ClaimedReceipt, 'today'> & { timeZone: string }>(
      `update receipts r set claim = $3, claimed_until = $4, tries = tries + 1
       from businesses b left join receipt_settings s on s.business_id = b.id
       where r.business_id = $1 and r.id = $2 and b.id = $1 and r.state = 'waiting'
         and (r.claimed_until is null or r.claimed_until < $5)
       returning r.business_id as "businessId", r.id, r.claim, r.original_id as "originalId", r.tries,
         b.currency as "homeCurrency", b.time_zone as "timeZone", coalesce(s.keeps_location, false) as "keepsLocation"`,
      [businessId, id, randomUUID(), endOfClaim(at), at],
    ),
  )
  const [row] = rows
  if (!row) return undefined
  const { timeZone, ...claimed } = row
  return { ...claimed, today: dateIn(timeZone, at) }
}

/** Called again and again while the receipt is being read. */
export async function renewClaim(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, id, claim: own }: ClaimedReceipt,
): Promise<void> {
  await withTenant(database, businessId, ({ client }) =>
    client.query(
      `update receipts set claimed_until = $4 where business_id = $1 and id = $2 and claim = $3 and state = 'waiting'`,
      [businessId, id, own, endOfClaim(now())],
    ),
  )
}

function endOfClaim(at: Date): Date {
  return new Date(at.getTime() + claimSeconds * 1000)
}
