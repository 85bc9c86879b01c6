import { inArray, eq } from 'drizzle-orm'
import {
  type CardCheckouts,
  type CardSavedCards,
  type CheckoutFacts,
  CardProviderError,
} from '../../../platform/cards/card-provider.ts'
import { businesses } from '../../../platform/db/tables/business.ts'
import { integrations } from '../../../platform/db/tables/integrations.ts'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { type AccountProblem, accountProblems } from '../../../shared/account-problems.ts'
import { findOwnerEmail } from '../../auth/find-owner-email.ts'
import type { KeyStatus } from '../../integrations/own-accounts.ts'
import {
  type IntegrationRow,
  connectionsOf,
  changeIntegrationRow,
  lockIntegrationRow,
} from '../../integrations/queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { ProviderMethod } from '../rules.ts'
import { queueAccountProblemMail, queueRefusedKeysMail } from './account-mails.ts'

interface Keys extends KeyStatus {
  businessId: string
  provider: ProviderMethod
}

/** A problem with an account: with its keys, or with what its provider requires of the owner. */
type KeyProblem = 'refused' | 'unreadable' | AccountProblem

interface Account {
  checkouts: CardCheckouts
  savedCards?: CardSavedCards
}

/**
 * Records when the keys of an own account are refused or its provider requires something of the owner: only
 * the owner can fix that, and otherwise only the client would notice. A page opened or a saved card charged with these keys
 * again clears the problem. Other successful calls do not: an account that may not take payments still reports
 * earlier ones. PayPal reports account problems at the capture, so only a payment clears those
 * (`clearAccountProblem`).
 */
export function recordKeyProblems<A extends Account>(deps: PaymentDeps, keys: Keys, account: A): A {
  const { checkouts: pages, savedCards } = account
  const record = async (keyProblem: KeyProblem | null, ref: CheckoutRef) => {
    if (keyProblem && !isRecorded(keys, keyProblem))
      await orLog(deps, keys, () => recordProblem(deps, keys, keyProblem, ref))
  }
  const orRecord = async <T>(ref: CheckoutRef, ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      await record(problemOf(error, 'checkoutId' in ref), ref)
      throw error
    }
  }
  const readAndRecord = async (sessionId: string, read: CardCheckouts['read']): Promise<CheckoutFacts> => {
    const facts = await orRecord({ sessionId }, () => read(sessionId))
    await record(('problem' in facts && facts.problem) || null, { sessionId })
    return facts
  }
  const take = async <Request extends { reference: string }, T>(
    request: Request,
    ask: (request: Request) => Promise<T>,
  ): Promise<T> => {
    const answer = await orRecord({ checkoutId: request.reference }, () => ask(request))
    const isResolved = keys.isRefused && (keys.problem === null || keys.provider === 'card')
    if (isResolved) await orLog(deps, keys, () => clearKeyProblem(deps, keys))
    return answer
  }
  return {
    ...account,
    checkouts: {
      create: (request) => take(request, pages.create),
      read: (sessionId) => readAndRecord(sessionId, pages.read),
      expire: (sessionId) => readAndRecord(sessionId, pages.expire),
    },
    ...(savedCards && {
      savedCards: { ...savedCards, charge: (request) => take(request, savedCards.charge) },
    }),
  }
}

/** Whether the owner has been told that the keys of their own card account do not work, and has not entered others. */
export async function areCardKeysRefused({ db }: Transaction): Promise<boolean> {
  const [row] = await db.select({ at: integrations.stripeRefusedAt }).from(integrations)
  return (row?.at ?? null) !== null
}

/** Records that keys cannot be decrypted: clients cannot pay until the owner enters them again. */
export async function recordUnreadableKeys(deps: PaymentDeps, keys: Keys): Promise<void> {
  if (!keys.isRefused) await orLog(deps, keys, () => recordProblem(deps, keys, 'unreadable'))
}

/** Clears problems once a payment is written or a held one ends: the owner did what was required. */
export async function clearAccountProblem(
  { db }: Transaction,
  provider: ProviderMethod,
  problems: readonly AccountProblem[] = accountProblems,
): Promise<void> {
  const [column, changes] =
    provider === 'card'
      ? [integrations.stripeProblem, { stripeRefusedAt: null, stripeProblem: null }]
      : [integrations.paypalProblem, { paypalRefusedAt: null, paypalProblem: null }]
  await db
    .update(integrations)
    .set(changes)
    .where(inArray(column, [...problems]))
}

/** The stored value: null when the keys themselves are the problem. */
function storedProblem(keyProblem: KeyProblem): AccountProblem | null {
  return keyProblem === 'refused' || keyProblem === 'unreadable' ? null : keyProblem
}

function isRecorded({ isRefused, problem }: Keys, keyProblem: KeyProblem): boolean {
  return isRefused && problem === storedProblem(keyProblem)
}

function problemOf(error: unknown, isOpening: boolean): KeyProblem | null {
  if (error instanceof CardProviderError && error.kind === 'refused' && error.problem) return error.problem
  return isRefusal(error, isOpening) ? 'refused' : null
}

/**
 * Whether the provider refused the keys. "Forbidden" may also mean an object of another account, but a page
 * that is only being opened belongs to none.
 */
function isRefusal(error: unknown, isOpening: boolean): boolean {
  if (!(error instanceof CardProviderError) || error.kind !== 'refused') return false
  return error.isWrongKey || (error.isForbidden && (isOpening || !error.isMissing))
}

/** A failure to record the problem must not change the provider's answer, so it is only logged. */
async function orLog({ log }: PaymentDeps, { businessId }: Keys, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, businessId }, 'could not record whether the keys of an account work')
  }
}

/** Records a problem. Because of the row lock, one of several concurrent requests emails the owner. */
async function recordProblem(
  deps: PaymentDeps,
  keys: Keys,
  keyProblem: KeyProblem,
  ref?: CheckoutRef,
): Promise<void> {
  const { businessId, provider } = keys
  const problem = storedProblem(keyProblem)
  const to = await findOwnerEmail(deps.database, businessId)
  await withTenant(deps.database, businessId, async (tx) => {
    const row = await lockIntegrationRow(tx, businessId)
    const recorded = recordedProblem(row, provider)
    if ((recorded.at !== null && recorded.problem === problem) || !areInForce(row, keys)) return
    await saveProblem(tx, keys, { at: deps.now(), problem })
    if (to === undefined) return
    const business = await getBusiness(tx, businessId)
    const own = { ...business, businessId, provider, to }
    const payment = ref && (await findCheckout(tx, ref))
    if (keyProblem === 'refused' || keyProblem === 'unreadable') {
      await queueRefusedKeysMail(tx, deps, own, keyProblem, payment)
    } else {
      await queueAccountProblemMail(tx, deps, own, keyProblem, payment)
    }
  })
}

async function clearKeyProblem({ database }: PaymentDeps, keys: Keys): Promise<void> {
  await withTenant(database, keys.businessId, async (tx) => {
    const row = await lockIntegrationRow(tx, keys.businessId)
    if (recordedProblem(row, keys.provider).at === null || !isSaved(row, keys)) return
    await saveProblem(tx, keys, { at: null, problem: null })
  })
}

function recordedProblem(row: IntegrationRow, provider: ProviderMethod) {
  return provider === 'card'
    ? { at: row.stripeRefusedAt, problem: row.stripeProblem }
    : { at: row.paypalRefusedAt, problem: row.paypalProblem }
}

async function saveProblem(
  tx: Transaction,
  { businessId, provider }: Keys,
  { at, problem }: { at: Date | null; problem: AccountProblem | null },
): Promise<void> {
  await changeIntegrationRow(
    tx,
    businessId,
    provider === 'card'
      ? { stripeRefusedAt: at, stripeProblem: problem }
      : { paypalRefusedAt: at, paypalProblem: problem },
  )
}

/** Whether these keys are still the saved ones: the owner may have replaced them during the call. */
function isSaved(row: IntegrationRow, { provider, sealed }: Keys): boolean {
  const saved = provider === 'card' ? row.stripeSecretKey : row.paypalClientSecret
  return saved?.equals(sealed) ?? false
}

/** Whether new payments use these keys. Other keys only finish payments and keep no client from paying. */
function areInForce(row: IntegrationRow, keys: Keys): boolean {
  const isConnected = connectionsOf(row)[keys.provider === 'card' ? 'stripe' : 'paypal']
  return row.integrationsEnabled && isConnected && isSaved(row, keys)
}

/** Identifies the checkout in which a problem occurred. */
type CheckoutRef = { checkoutId: string } | { sessionId: string }

async function findCheckout({ db }: Transaction, ref: CheckoutRef) {
  const [checkout] = await db
    .select({
      invoiceNumber: checkouts.invoiceNumber,
      currency: checkouts.currency,
      amountMinor: checkouts.amountMinor,
      isAutomatic: checkouts.isAutomatic,
    })
    .from(checkouts)
    .where('checkoutId' in ref ? eq(checkouts.id, ref.checkoutId) : eq(checkouts.sessionId, ref.sessionId))
  return checkout
}

async function getBusiness({ db }: Transaction, businessId: string) {
  const [business] = await db
    .select({
      name: businesses.name,
      ownerVerified: businesses.ownerVerified,
      locale: businesses.locale,
    })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (!business) throw new Error('the business is not there any more')
  return business
}
