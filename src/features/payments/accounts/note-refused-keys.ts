import { inArray } from 'drizzle-orm'
import {
  type CardCheckouts,
  type CheckoutFacts,
  CardProviderError,
} from '../../../platform/cards/card-provider.ts'
import { integrations } from '../../../platform/db/tables/integrations.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { type AccountProblem, accountProblems } from '../../../shared/account-problems.ts'
import { connectionsOf } from '../../integrations/connections.ts'
import type { KeyStanding } from '../../integrations/own-accounts.ts'
import { type IntegrationRow, changeIntegrationRow, lockIntegrationRow } from '../../integrations/queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { ProviderMethod } from '../rules.ts'
import { queueAccountProblemMail } from './account-problem-mail.ts'
import { type About, findCheckout, findOwnerAddress, getBusiness } from './find-owner.ts'
import { queueRefusedKeysMail } from './refused-keys-mail.ts'

interface Keys extends KeyStanding {
  businessId: string
  provider: ProviderMethod
}

/** What is the matter with an account: its keys, or what its provider asks of the owner. */
type Trouble = 'refused' | 'unreadable' | AccountProblem

/**
 * Asks the same of a business's own account, and notes when its keys are refused or its provider asks something of the
 * owner: nobody but the owner can mend that, and nobody but the client would notice. Once a page is opened with them again,
 * that is noted too. An answer to anything else says nothing: an account that may take no payments still tells of those it
 * took. What PayPal says of an account comes up when the money is taken, so only a payment ends that (`noteWorking`).
 */
export function noteHowKeysAreTaken(deps: PaymentDeps, keys: Keys, checkouts: CardCheckouts): CardCheckouts {
  const note = async (trouble: Trouble | null, about: About) => {
    if (trouble && !isNoted(keys, trouble))
      await orLog(deps, keys, () => noteTrouble(deps, keys, trouble, about))
  }
  const orNote = async <T>(about: About, ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      await note(troubleOf(error, 'checkoutId' in about), about)
      throw error
    }
  }
  const looking = async (sessionId: string, look: CardCheckouts['read']): Promise<CheckoutFacts> => {
    const facts = await orNote({ sessionId }, () => look(sessionId))
    await note(('problem' in facts && facts.problem) || null, { sessionId })
    return facts
  }
  return {
    async create(request) {
      const page = await orNote({ checkoutId: request.reference }, () => checkouts.create(request))
      const isOver = keys.isRefused && (keys.problem === null || keys.provider === 'card')
      if (isOver) await orLog(deps, keys, () => noteTaken(deps, keys))
      return page
    },
    read: (sessionId) => looking(sessionId, checkouts.read),
    expire: (sessionId) => looking(sessionId, checkouts.expire),
  }
}

/** Keys that are damaged are refused by nobody, and yet clients cannot pay with them until their owner enters them anew. */
export async function noteUnreadable(deps: PaymentDeps, keys: Keys): Promise<void> {
  if (!keys.isRefused) await orLog(deps, keys, () => noteTrouble(deps, keys, 'unreadable'))
}

/** In the transaction that writes a payment, or the end of one that was held: what the provider asked for is done. */
export async function noteWorking(
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

/** Null is stored where the keys are what is wrong. */
function storedProblem(trouble: Trouble): AccountProblem | null {
  return trouble === 'refused' || trouble === 'unreadable' ? null : trouble
}

function isNoted({ isRefused, problem }: Keys, trouble: Trouble): boolean {
  return isRefused && problem === storedProblem(trouble)
}

function troubleOf(error: unknown, isOpening: boolean): Trouble | null {
  if (error instanceof CardProviderError && error.kind === 'refused' && error.problem) return error.problem
  return isRefusal(error, isOpening) ? 'refused' : null
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
async function noteTrouble(deps: PaymentDeps, keys: Keys, trouble: Trouble, about?: About): Promise<void> {
  const { businessId, provider } = keys
  const problem = storedProblem(trouble)
  const to = await findOwnerAddress(deps, businessId)
  await withTenant(deps.database, businessId, async (tx) => {
    const row = await lockIntegrationRow(tx, businessId)
    const noted = notedOf(row, provider)
    if ((noted.at !== null && noted.problem === problem) || !areInForce(row, keys)) return
    await changeNoted(tx, keys, { at: deps.now(), problem })
    if (to === undefined) return
    const business = await getBusiness(tx, businessId)
    const told = { ...business, businessId, provider, to }
    if (trouble === 'refused' || trouble === 'unreadable') {
      await queueRefusedKeysMail(tx, deps, { ...told, why: trouble })
    } else {
      const payment = about && (await findCheckout(tx, about))
      await queueAccountProblemMail(tx, deps, { ...told, problem: trouble, payment })
    }
  })
}

async function noteTaken({ database }: PaymentDeps, keys: Keys): Promise<void> {
  await withTenant(database, keys.businessId, async (tx) => {
    const row = await lockIntegrationRow(tx, keys.businessId)
    if (notedOf(row, keys.provider).at === null || !isSaved(row, keys)) return
    await changeNoted(tx, keys, { at: null, problem: null })
  })
}

function notedOf(row: IntegrationRow, provider: ProviderMethod) {
  return provider === 'card'
    ? { at: row.stripeRefusedAt, problem: row.stripeProblem }
    : { at: row.paypalRefusedAt, problem: row.paypalProblem }
}

async function changeNoted(
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
