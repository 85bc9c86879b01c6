import { type CardProvider, CardProviderError } from '../../../platform/cards/card-provider.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type SecretAccess, isUnreadable } from '../../../platform/secrets/secrets.ts'
import type { ProviderEvent } from '../../billing/queries.ts'
import {
  type KeyStatus,
  type OwnKeys,
  KeysUnreadable,
  findOwnAccounts,
  openPaypalAccount,
  openStripeKeys,
} from '../../integrations/own-accounts.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { ProviderMethod } from '../rules.ts'
import { recordKeyProblems, recordUnreadableKeys } from './key-problems.ts'

/** The account of a checkout, which received its money. With PayPal it is always the business's own. */
export interface AccountOf {
  businessId: string
  provider: ProviderMethod
  isOwn: boolean
}

/** A provider account; the interface is the same for Stripe, PayPal and the sandbox. */
export type PaymentAccount = Pick<CardProvider, 'isLive' | 'checkouts' | 'refunds' | 'payouts'> &
  // Disputes are not read from PayPal, and no cards are saved there.
  Partial<Pick<CardProvider, 'disputes' | 'savedCards'>>

export interface SyncOptions {
  /** The event that reported the change. */
  event?: ProviderEvent
  /** The payment's account, if the caller has opened it. */
  account?: PaymentAccount
}

export interface AccountInForce {
  isOwn: boolean
  isLive: boolean
}

export interface AccountsInForce {
  card: AccountInForce
  paypal: AccountInForce | null
  /** Includes the platform's card account even when the business's own account replaces it. */
  isAnyLive: boolean
}

export async function accountsInForce(tx: Transaction, { cards }: Deps<'cards'>): Promise<AccountsInForce> {
  const own = await findOwnAccounts(tx)
  const card = own.stripe
    ? { isOwn: true, isLive: own.stripe.mode === 'live' }
    : { isOwn: false, isLive: cards.isLive }
  const paypal = own.paypal && { isOwn: true, isLive: own.paypal.mode === 'live' }
  return { card, paypal, isAnyLive: cards.isLive || card.isLive || paypal?.isLive === true }
}

/**
 * Opens the account of a checkout or payment, even if new checkouts no longer use it. Call it outside of
 * transactions: the audit entry must be committed before the keys are used.
 */
export async function openAccount(
  deps: PaymentDeps,
  { businessId, provider, isOwn }: AccountOf,
  reason: string,
  userId: string | null = null,
): Promise<PaymentAccount> {
  if (provider === 'card' && !isOwn) return deps.cards
  const { keys, standing } = await openKeys(deps, { businessId, provider }, { reason, userId })
  return recordKeyProblems(deps, { businessId, provider, ...standing }, connectAccount(deps, keys))
}

export function connectAccount(deps: PaymentDeps, keys: OwnKeys): PaymentAccount {
  return keys.provider === 'paypal' ? deps.connectPaypal(keys.account) : deps.connectOwnCards(keys.account)
}

async function openKeys(
  deps: PaymentDeps,
  own: Omit<AccountOf, 'isOwn'>,
  access: SecretAccess,
): Promise<{ keys: OwnKeys; standing: KeyStatus }> {
  const { businessId, provider } = own
  try {
    if (provider === 'paypal') {
      const opened = await openPaypalAccount(deps, businessId, access)
      if (!opened) throw accountRemoved('PayPal')
      const { standing, ...account } = opened
      return { keys: { provider, account }, standing }
    }
    const opened = await openStripeKeys(deps, businessId, access)
    if (!opened) throw accountRemoved('Stripe')
    const { standing, ...account } = opened
    return { keys: { provider, account }, standing }
  } catch (error) {
    if (error instanceof KeysUnreadable) await recordUnreadableKeys(deps, { ...own, ...error.standing })
    throw asProviderError(error)
  }
}

/** Without the operator's master key all keys are unreadable until it is back: that counts as unreachable. */
function asProviderError(error: unknown): unknown {
  if (!isUnreadable(error)) return error
  const message = 'the keys of the account cannot be read'
  return error instanceof KeysUnreadable
    ? new CardProviderError('refused', message, { isUnreadable: true, cause: error })
    : new CardProviderError('unreachable', message, { cause: error })
}

/** Without keys nothing can be looked up, so the object counts as missing. */
function accountRemoved(name: string): CardProviderError {
  return new CardProviderError('refused', `the business no longer has its own ${name} account`, {
    isMissing: true,
  })
}
