import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { BankNews } from '../../../platform/banks/bank-provider.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { bankConnections } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { takeFromLimits } from '../../../platform/limits/limit.ts'
import { AppError } from '../../../shared/errors.ts'
import { askingBank } from '../bank-failure.ts'
import { providerOf } from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { itemNewsLimits, newsLimits } from '../banking-limits.ts'
import type { ConnectionRow } from '../connection-queries.ts'
import { markMended, noteNotice, wasEnded } from '../connection-states.ts'
import { checkBankLink } from '../item-jobs.ts'
import { hashOfToken } from '../link/unattached-items.ts'
import { askForSync } from './request-sync.ts'

interface Delivery {
  body: Buffer
  signature: string | undefined
  ip: string
  log: Logger
}

const idSchema = z.string().min(1).max(1000).nullish().catch(null)
const claimSchema = z.object({ item_id: idSchema, link_token: idSchema })

/**
 * Takes news of the aggregator. Whose they are is read before they are known to be genuine, because that decides whose
 * keys tell; nothing else is believed of them until then, and afterwards only that something happened.
 */
export async function receiveNews(deps: BankingDeps, delivery: Delivery): Promise<void> {
  await takeFromLimits(deps.database, newsLimits(delivery.ip))
  const claim = claimOf(delivery.body)
  const found = claim && (await findClaimed(deps.database, claim))
  if (!found) return delivery.log.info('news of an access to a bank that is not known here')
  if (!delivery.signature) throw refuse(delivery)
  await takeFromLimits(deps.database, itemNewsLimits(found.id))
  const news = await askingBank(() => readGenuine(deps, found, delivery))
  const isSame = found.isLink ? news?.linkToken === claim.link_token : news?.itemId === claim.item_id
  if (!news || !isSame) throw refuse(delivery)
  const { kind, code } = news
  delivery.log.info({ [found.isLink ? 'linkId' : 'connectionId']: found.id, kind, code }, 'news of a bank')
  await withTenant(deps.database, found.businessId, (tx) =>
    found.isLink ? applyToLink(tx, deps, found, news) : apply(tx, deps, found, news),
  )
}

function refuse({ log }: Delivery): AppError {
  log.warn('news of a bank with a refused signature')
  return new AppError('INVALID_SIGNATURE', 'The signature of this request was refused.')
}

type Claim = z.infer<typeof claimSchema>

function claimOf(body: Buffer): Claim | null {
  try {
    return claimSchema.safeParse(JSON.parse(body.toString())).data ?? null
  } catch {
    return null
  }
}

type Found = Pick<ConnectionRow, 'businessId' | 'id' | 'source'> & { isLink: boolean }

/** The platform's role reads these ids of all businesses, and no more. What a page of a link leads to has no item yet. */
async function findClaimed(
  { platform }: Database,
  { item_id: itemId, link_token: linkToken }: Claim,
): Promise<Found | undefined> {
  const { rows } = await platform.query<Found>(
    `select business_id as "businessId", id, source, false as "isLink" from bank_connections where item_id = $1
     union all
     select business_id, id, source, true from bank_links where link_token_hash = $2
     order by "isLink" limit 1`,
    [itemId ?? null, linkToken ? hashOfToken(linkToken) : null],
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

/** What was done on the page is not taken from the webhook: the job asks. */
async function applyToLink(
  tx: Transaction,
  { jobs }: BankingDeps,
  { businessId, id }: Found,
  { kind }: BankNews,
): Promise<void> {
  if (kind === 'link') await jobs.enqueue(tx, checkBankLink, { businessId, linkId: id })
}

async function apply(tx: Transaction, deps: BankingDeps, { id }: Found, news: BankNews): Promise<void> {
  const [row] = await tx.db.select().from(bankConnections).where(eq(bankConnections.id, id)).for('update')
  // It may have been removed, or taken up again with another access, since it was found.
  if (!row || row.removedAt || row.itemId !== news.itemId) return
  // News may come late: whether a sign-in is still wanted, the bank says when it is asked.
  const { kind, endsAt } = news
  if (kind === 'expiring' || kind === 'newAccounts' || kind === 'accountRevoked') {
    await noteNotice(tx, deps, row, { kind, endsAt: endsAt ?? null })
  }
  if (kind === 'transactions' || kind === 'reconnect' || kind === 'accountRevoked') {
    await askForSync(tx, deps, row)
  }
  if (kind === 'ended') await wasEnded(tx, deps, row, news.code)
  const isWaiting = row.state === 'reconnect' || (row.state === 'connected' && row.accessEndsAt !== null)
  if (kind === 'mended' && isWaiting) await markMended(tx, deps, row)
}
