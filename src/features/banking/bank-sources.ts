import { type BankProvider, BankProviderError } from '../../platform/banks/bank-provider.ts'
import type { bankConnections } from '../../platform/db/tables/banking.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { type SecretAccess, type SecretContext, isUnreadable } from '../../platform/secrets/secrets.ts'
import { AppError } from '../../shared/errors.ts'
import { includesFeature } from '../billing/rules.ts'
import { areSwitchedOff, findOwnAccounts, openPlaidAccount } from '../integrations/own-accounts.ts'
import type { BankingDeps } from './banking-deps.ts'
import { receivePlaidEvent } from './contract.ts'

/** Whose account with the aggregator is used: the demo bank, the operator's, or the business's own. */
export type BankSource = Exclude<(typeof bankConnections.$inferSelect)['source'], 'file'>

/** What a connection was created with. A link has no environment yet and uses the current one. */
export interface ConnectionOrigin {
  businessId: string
  /** file: it has no access to a bank. */
  source: BankSource | 'file'
  environment?: BankProvider['environment'] | 'file'
}

/** What a new connection uses now. `needsPlan`: keys for real banks exist, but the plan excludes them. */
export async function currentSource(
  tx: Transaction,
  { platformBanks }: Deps<'platformBanks'>,
): Promise<{ source: BankSource; needsPlan: boolean }> {
  const { banking } = await findOwnAccounts(tx)
  const real = banking ? 'own' : platformBanks ? 'platform' : null
  if (!real) return { source: 'demo', needsPlan: false }
  return (await isOpenToRealBanks(tx))
    ? { source: real, needsPlan: false }
    : { source: 'demo', needsPlan: true }
}

async function isOpenToRealBanks({ db }: Transaction): Promise<boolean> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  return business !== undefined && includesFeature(business.plan, 'bankConnections')
}

/** Why a connection cannot be used until the owner upgrades the plan or switches integrations on again. */
export type Blocker = 'plan' | 'switch'

export async function findBlocker(
  tx: Transaction,
  { source }: Pick<ConnectionOrigin, 'source'>,
): Promise<Blocker | undefined> {
  if (source === 'demo' || source === 'file') return undefined
  if (!(await isOpenToRealBanks(tx))) return 'plan'
  return source === 'own' && (await areSwitchedOff(tx)) ? 'switch' : undefined
}

/**
 * Returns the aggregator client that a connection was created with, even if new connections use another one
 * by now. Call it outside of transactions: the access log entry for the keys must be committed before they
 * are used.
 */
export async function providerOf(
  deps: BankingDeps,
  origin: ConnectionOrigin,
  access: SecretAccess,
): Promise<BankProvider> {
  const provider = await connect(deps, origin, access)
  const { environment = provider.environment } = origin
  if (provider.environment === environment) return provider
  throw keysGone(
    `It was set up in Plaid’s ${environment}, but the current keys are for ${provider.environment}.`,
  )
}

/** Decrypts the token of an item for a job. The access log records the reason. */
export async function openItem(
  deps: BankingDeps,
  origin: ConnectionOrigin,
  { context, sealed, reason }: { context: SecretContext; sealed: Buffer; reason: string },
): Promise<{ provider: BankProvider; token: string }> {
  const access = { userId: null, reason }
  const token = await withTenant(deps.database, origin.businessId, (tx) =>
    deps.secrets.open(tx, context, sealed, access),
  )
  return { provider: await providerOf(deps, origin, access), token }
}

async function connect(
  deps: BankingDeps,
  { businessId, source }: ConnectionOrigin,
  access: SecretAccess,
): Promise<BankProvider> {
  if (source === 'file') throw noAccess()
  if (source === 'demo') return deps.demoBank
  if (source === 'own') return connectOwn(deps, businessId, access)
  if (!deps.platformBanks) throw keysGone('The operator of this installation no longer has a Plaid account.')
  return deps.platformBanks
}

async function connectOwn(
  deps: BankingDeps,
  businessId: string,
  access: SecretAccess,
): Promise<BankProvider> {
  const account = await openPlaidAccount(deps, businessId, access).catch((error: unknown) => {
    throw isUnreadable(error) ? keysGone('Your Plaid keys can’t be read. Please enter them again.') : error
  })
  if (!account) throw keysGone('Your Plaid keys are no longer saved.')
  return deps.connectOwnBanks(account)
}

function keysGone(message: string): BankProviderError {
  return new BankProviderError('keys', 'NO_KEYS', message)
}

/** For a bank that the owner keeps up to date with files. */
export function noAccess(): AppError {
  return new AppError(
    'NOT_CONNECTED',
    'This account comes from bank files. There is no access to the bank to use or end.',
  )
}

/** The address that the aggregator sends webhooks to. */
export function plaidWebhookUrl({ appUrl }: Deps<'appUrl'>): string {
  return appUrl + receivePlaidEvent.path
}

/** Turns an aggregator's error into an AppError with the same message, which is written for users. */
export async function translateBankErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BankProviderError)) throw error
    throw new AppError('BANK_PROVIDER_FAILED', error.message, { cause: error })
  }
}
