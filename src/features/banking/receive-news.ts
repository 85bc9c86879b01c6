import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { BankNews } from '../../platform/banks/bank-provider.ts'
import type { Database } from '../../platform/db/connect.ts'
import { bankConnections } from '../../platform/db/tables/banking.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { takeFromLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import { askingBank } from './bank-failure.ts'
import { providerOf } from './bank-sources.ts'
import type { BankingDeps } from './banking-deps.ts'
import { itemNewsLimits, newsLimits } from './banking-limits.ts'
import type { ConnectionRow } from './connection-queries.ts'
import { markMended, wasEnded } from './connection-states.ts'
import { askForSync } from './request-sync.ts'

interface Delivery {
  body: Buffer
  signature: string | undefined
  ip: string
  log: Logger
}

const claimSchema = z.object({ item_id: z.string().min(1).max(200) })

/**
 * Takes news of the aggregator. Whose they are is read before they are known to be genuine, because that decides whose
 * keys tell; nothing else is believed of them until then, and afterwards only that something happened.
 */
export async function receiveNews(deps: BankingDeps, delivery: Delivery): Promise<void> {
  await takeFromLimits(deps.database, newsLimits(delivery.ip))
  const itemId = claimedItem(delivery.body)
  const found = itemId === null ? undefined : await findConnectionOf(deps.database, itemId)
  if (!found) return delivery.log.info('news of an access to a bank that is not known here')
  if (!delivery.signature) throw refuse(delivery)
  await takeFromLimits(deps.database, itemNewsLimits(found.id))
  const news = await askingBank(() => readGenuine(deps, found, delivery))
  if (news?.itemId !== itemId) throw refuse(delivery)
  delivery.log.info({ connectionId: found.id, kind: news.kind, code: news.code }, 'news of a bank')
  await withTenant(deps.database, found.businessId, (tx) => apply(tx, deps, found, news))
}

function refuse({ log }: Delivery): AppError {
  log.warn('news of a bank with a refused signature')
  return new AppError('INVALID_SIGNATURE', 'The signature of this request was refused.')
}

function claimedItem(body: Buffer): string | null {
  try {
    return claimSchema.safeParse(JSON.parse(body.toString())).data?.item_id ?? null
  } catch {
    return null
  }
}

type Found = Pick<ConnectionRow, 'businessId' | 'id' | 'source'>

/** The platform's role reads these ids of all businesses, and no more. */
async function findConnectionOf({ platform }: Database, itemId: string): Promise<Found | undefined> {
  const { rows } = await platform.query<Found>(
    'select business_id as "businessId", id, source from bank_connections where item_id = $1',
    [itemId],
  )
  return rows[0]
}

async function readGenuine(deps: BankingDeps, found: Found, delivery: Delivery): Promise<BankNews | null> {
  const { body, signature = '' } = delivery
  const provider = await providerOf(deps, found, {
    userId: null,
    reason: 'To take word of a bank from Plaid',
  })
  return provider.readNews({ body, signature, now: deps.now() })
}

async function apply(tx: Transaction, deps: BankingDeps, { id }: Found, news: BankNews): Promise<void> {
  const [row] = await tx.db.select().from(bankConnections).where(eq(bankConnections.id, id)).for('update')
  // It may have been removed, or taken up again with another access, since it was found.
  if (!row || row.removedAt || row.itemId !== news.itemId) return
  // News may come late: whether a sign-in is still wanted, the bank says when it is asked.
  if (news.kind === 'transactions' || news.kind === 'reconnect') await askForSync(tx, deps, row)
  if (news.kind === 'ended') await wasEnded(tx, deps, row, news.code)
  if (news.kind === 'mended' && row.state === 'reconnect') await markMended(tx, deps, row)
}
