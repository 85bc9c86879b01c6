import { sql } from 'drizzle-orm'
import { businesses } from '../../../platform/db/tables/business.ts'
import { reportSettings } from '../../../platform/db/tables/periods.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import type * as contract from './contract.ts'
import { isSignedWith, readStopToken } from './stop-token.ts'

type SummaryLink = ResponseOf<typeof contract.openSummaryLink>

interface LinkCall {
  ip: string
  token: string
}

export function openSummaryLink(deps: Deps<'database'>, call: LinkCall): Promise<SummaryLink> {
  return withLink(deps, call, readLink)
}

/** Works also for a business that is suspended or has another plan now: the address stays stopped. */
export function stopSummaries(
  deps: Deps<'database'>,
  call: LinkCall,
  { isStopped }: { isStopped: boolean },
): Promise<SummaryLink> {
  return withLink(deps, call, async (tx, email) => {
    const others = sql`array_remove(${reportSettings.summaryStopped}, ${email}::text)`
    await tx.db
      .update(reportSettings)
      .set({ summaryStopped: isStopped ? sql`array_append(${others}, ${email}::text)` : others })
    return readLink(tx, email)
  })
}

async function withLink(
  { database }: Deps<'database'>,
  { ip, token }: LinkCall,
  work: (tx: Transaction, email: string) => Promise<SummaryLink>,
): Promise<SummaryLink> {
  await countUse(database, [{ key: `summary-link:ip:${networkOf(ip)}`, max: 120, windowSeconds: 600 }])
  const ticket = readStopToken(token)
  if (!ticket) throw linkNotValid()
  return withTenant(database, ticket.businessId, async (tx) => {
    const [settings] = await tx.db.select({ key: reportSettings.summaryKey }).from(reportSettings)
    if (!settings?.key || !isSignedWith(settings.key, token)) throw linkNotValid()
    return work(tx, ticket.email)
  })
}

/** The same for a foreign, malformed or unknown token, so that an answer reveals nothing. */
function linkNotValid(): AppError {
  return new AppError('NOT_FOUND', 'There is nothing at this address.')
}

async function readLink({ db }: Transaction, email: string): Promise<SummaryLink> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ name: businesses.name }).from(businesses)
  const [settings] = await db.select({ stopped: reportSettings.summaryStopped }).from(reportSettings)
  if (!business || !settings) throw linkNotValid()
  return { business: business.name, email, isStopped: settings.stopped.includes(email) }
}
