import type { Logger } from 'pino'
import { z } from 'zod'
import type { BankWebhook } from '../../../platform/banks/bank-provider.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import { AppError } from '../../../shared/errors.ts'
import { providerOf, translateBankErrors } from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { itemWebhookLimits, webhookLimits } from '../banking-limits.ts'
import { type ConnectionRow, lockPresent } from '../connection-queries.ts'
import { markEnded, markRepaired, recordNotice } from '../connection-states.ts'
import { checkBankLink } from '../jobs.ts'
import { hashOfToken } from '../link/unattached-items.ts'
import { requestSync } from './request-sync.ts'

interface Delivery {
  body: Buffer
  signature: string | undefined
  ip: string
  log: Logger
}

const idSchema = z.string().min(1).max(1000).nullish().catch(null)
const subjectSchema = z.object({ item_id: idSchema, link_token: idSchema })

/**
 * The item or link is read before the signature is checked, because the business decides which keys check it.
 * Afterwards only the kind of event is used, and the facts are fetched.
 */
export async function receiveBankWebhook(deps: BankingDeps, delivery: Delivery): Promise<void> {
  await countUse(deps.database, webhookLimits(delivery.ip))
  const subject = parseSubject(delivery.body)
  const found = subject && (await findSubject(deps.database, subject))
  if (!found) return delivery.log.info('a bank webhook about a connection that is not known here')
  if (!delivery.signature) throw refuse(delivery)
  await countUse(deps.database, itemWebhookLimits(found.id))
  const news = await translateBankErrors(() => verifyAndRead(deps, found, delivery))
  const isSame = found.isLink ? news?.linkToken === subject.link_token : news?.itemId === subject.item_id
  if (!news || !isSame) throw refuse(delivery)
  const { kind, code } = news
  delivery.log.info(
    { [found.isLink ? 'linkId' : 'connectionId']: found.id, kind, code },
    'a bank webhook was received',
  )
  await withTenant(deps.database, found.businessId, (tx) =>
    found.isLink ? applyToLink(tx, deps, found, news) : apply(tx, deps, found, news),
  )
}

function refuse({ log }: Delivery): AppError {
  log.warn('a bank webhook with a refused signature')
  return new AppError('INVALID_SIGNATURE', 'The signature of this request was refused.')
}

function parseSubject(body: Buffer): z.infer<typeof subjectSchema> | null {
  try {
    return subjectSchema.safeParse(JSON.parse(body.toString())).data ?? null
  } catch {
    return null
  }
}

type Found = Pick<ConnectionRow, 'businessId' | 'id' | 'source'> & { isLink: boolean }

/** The platform's role can read only these ids across businesses. A link has no item yet. */
async function findSubject(
  { platform }: Database,
  { item_id: itemId, link_token: linkToken }: z.infer<typeof subjectSchema>,
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

async function verifyAndRead(
  deps: BankingDeps,
  found: Found,
  delivery: Delivery,
): Promise<BankWebhook | null> {
  const { body, signature = '' } = delivery
  const provider = await providerOf(deps, found, {
    userId: null,
    reason: 'To receive a bank notice from Plaid',
  })
  return provider.readBankWebhook({ body, signature, now: deps.now() })
}

/** The webhook only starts the job, which asks the aggregator for the result. */
async function applyToLink(
  tx: Transaction,
  { jobs }: BankingDeps,
  { businessId, id }: Found,
  { kind }: BankWebhook,
): Promise<void> {
  if (kind === 'link') await jobs.enqueue(tx, checkBankLink, { businessId, linkId: id })
}

async function apply(tx: Transaction, deps: BankingDeps, { id }: Found, news: BankWebhook): Promise<void> {
  const row = await lockPresent(tx, id)
  // The connection may have been removed or have another item since it was found.
  if (!row || row.itemId !== news.itemId) return
  // A webhook may be late. Whether a sign-in is still needed, the sync finds out.
  const { kind, endsAt } = news
  if (kind === 'expiring' || kind === 'newAccounts' || kind === 'accountRevoked') {
    await recordNotice(tx, deps, row, { kind, endsAt: endsAt ?? null })
  }
  if (kind === 'transactions' || kind === 'reconnect' || kind === 'accountRevoked') {
    await requestSync(tx, deps, row)
  }
  if (kind === 'ended') await markEnded(tx, deps, row, news.code)
  const isWaiting = row.state === 'reconnect' || (row.state === 'connected' && row.accessEndsAt !== null)
  if (kind === 'repaired' && isWaiting) await markRepaired(tx, deps, row)
}
