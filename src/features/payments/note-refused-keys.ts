import { eq } from 'drizzle-orm'
import { CardProviderError } from '../../platform/cards/card-provider.ts'
import type { CardCheckouts } from '../../platform/cards/card-provider.ts'
import { businesses } from '../../platform/db/tables/businesses.ts'
import { withAuth, withTenant } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { connectionsOf } from '../integrations/connections.ts'
import type { KeyStanding } from '../integrations/own-accounts.ts'
import { changeIntegrationRow, lockIntegrationRow } from '../integrations/queries.ts'
import type { IntegrationRow } from '../integrations/queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { queueRefusedKeysMail } from './refused-keys-mail.ts'
import type { ProviderMethod } from './rules.ts'

interface Keys extends KeyStanding {
  businessId: string
  provider: ProviderMethod
}

/**
 * Asks the same of a business's own account, and notes when its keys are refused: nobody but the owner can mend that, and
 * nobody but the client would notice. Once a page is opened with them again, that is noted too. An answer to anything else
 * says nothing: an account that may take no payments still tells of those it took.
 */
export function noteHowKeysAreTaken(deps: PaymentDeps, keys: Keys, checkouts: CardCheckouts): CardCheckouts {
  const noting = async <T>(isOpening: boolean, ask: () => Promise<T>): Promise<T> => {
    try {
      const answer = await ask()
      if (isOpening && keys.isRefused) await orLog(deps, keys, () => noteTaken(deps, keys))
      return answer
    } catch (error) {
      if (!keys.isRefused && isRefusal(error, isOpening)) {
        await orLog(deps, keys, () => noteRefused(deps, keys, 'refused'))
      }
      throw error
    }
  }
  return {
    create: (request) => noting(true, () => checkouts.create(request)),
    read: (sessionId) => noting(false, () => checkouts.read(sessionId)),
    expire: (sessionId) => noting(false, () => checkouts.expire(sessionId)),
  }
}

/** Keys that are damaged are refused by nobody, and yet clients cannot pay with them until their owner enters them anew. */
export async function noteUnreadable(deps: PaymentDeps, keys: Keys): Promise<void> {
  if (!keys.isRefused) await orLog(deps, keys, () => noteRefused(deps, keys, 'unreadable'))
}

/** What belongs to another account may be called forbidden; but a page that is only being opened belongs to none. */
function isRefusal(error: unknown, isOpening: boolean): boolean {
  if (!(error instanceof CardProviderError) || error.kind !== 'refused') return false
  return error.isWrongKey || (error.isForbidden && (isOpening || !error.isMissing))
}

/** Whether it can be noted changes nothing about what the provider said. */
async function orLog({ log }: PaymentDeps, { businessId }: Keys, note: () => Promise<void>): Promise<void> {
  try {
    await note()
  } catch (error) {
    log.error({ err: error, businessId }, 'could not note how the keys of an account are taken')
  }
}

/** Under the row's lock, so that of many clients at once one lets the owner know. */
async function noteRefused(deps: PaymentDeps, keys: Keys, why: 'refused' | 'unreadable'): Promise<void> {
  const { businessId, provider } = keys
  const to = await findOwnerAddress(deps, businessId)
  await withTenant(deps.database, businessId, async (tx) => {
    const row = await lockIntegrationRow(tx, businessId)
    if (refusedAtOf(row, provider) !== null || !areInForce(row, keys)) return
    const now = deps.now()
    await changeIntegrationRow(
      tx,
      businessId,
      provider === 'card' ? { stripeRefusedAt: now } : { paypalRefusedAt: now },
    )
    if (to === undefined) return
    const business = await getBusiness(tx, businessId)
    await queueRefusedKeysMail(tx, deps, { ...business, businessId, provider, to, why })
  })
}

async function noteTaken({ database }: PaymentDeps, keys: Keys): Promise<void> {
  const { businessId, provider } = keys
  await withTenant(database, businessId, async (tx) => {
    const row = await lockIntegrationRow(tx, businessId)
    if (refusedAtOf(row, provider) === null || !isSaved(row, keys)) return
    await changeIntegrationRow(
      tx,
      businessId,
      provider === 'card' ? { stripeRefusedAt: null } : { paypalRefusedAt: null },
    )
  })
}

function refusedAtOf(row: IntegrationRow, provider: ProviderMethod): Date | null {
  return provider === 'card' ? row.stripeRefusedAt : row.paypalRefusedAt
}

/** The owner may have entered others while the provider was asked. */
function isSaved(row: IntegrationRow, { provider, sealed }: Keys): boolean {
  const saved = provider === 'card' ? row.stripeSecretKey : row.paypalClientSecret
  return saved?.equals(sealed) ?? false
}

/** What is only brought to its end with them keeps nobody from paying. */
function areInForce(row: IntegrationRow, keys: Keys): boolean {
  const isConnected = connectionsOf(row)[keys.provider === 'card' ? 'stripe' : 'paypal']
  return row.integrationsEnabled && isConnected && isSaved(row, keys)
}

/** Of the person, not the one that invoices show. */
async function findOwnerAddress({ database }: PaymentDeps, businessId: string): Promise<string | undefined> {
  const { rows } = await withAuth(database, ({ client }) =>
    client.query<{ email: string }>(
      `select u.email from members m join auth.users u on u.id = m.user_id
       where m.business_id = $1 and m.role = 'owner' order by m.created_at limit 1`,
      [businessId],
    ),
  )
  return rows[0]?.email
}

async function getBusiness({ db }: Transaction, businessId: string) {
  const [business] = await db
    .select({ name: businesses.name, ownerVerified: businesses.ownerVerified })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (!business) throw new Error('the business is not there any more')
  return business
}
