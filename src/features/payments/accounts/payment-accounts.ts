import { type CardProvider, CardProviderError } from '../../../platform/cards/card-provider.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type SecretAccess, isUnreadable } from '../../../platform/secrets/secrets.ts'
import {
  type KeyStanding,
  KeysUnreadable,
  findOwnAccounts,
  openPaypalAccount,
  openStripeKeys,
} from '../../integrations/own-accounts.ts'
import type { OwnKeys } from '../../integrations/taken-keys.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { ProviderMethod } from '../rules.ts'
import { noteHowKeysAreTaken, noteUnreadable } from './note-refused-keys.ts'

/** Which account a visit was opened with, and its money went to. One with PayPal is always the business's own. */
export interface AccountOf {
  businessId: string
  provider: ProviderMethod
  isOwn: boolean
}

/** Asked in the same words, whoever is behind it. */
export type PaymentAccount = Pick<CardProvider, 'isLive' | 'checkouts' | 'refunds'> &
  // PayPal is not asked for any.
  Partial<Pick<CardProvider, 'disputes'>>

export interface AccountInForce {
  isOwn: boolean
  isLive: boolean
}

export interface AccountsInForce {
  card: AccountInForce
  paypal: AccountInForce | null
  /** Also the platform's card account while the business's own takes its place. */
  isAnyLive: boolean
}

/** What a new visit is opened with now. */
export async function accountsInForce(
  tx: Transaction,
  { cards }: Pick<PaymentDeps, 'cards'>,
): Promise<AccountsInForce> {
  const own = await findOwnAccounts(tx)
  const card = own.stripe
    ? { isOwn: true, isLive: own.stripe.mode === 'live' }
    : { isOwn: false, isLive: cards.isLive }
  const paypal = own.paypal && { isOwn: true, isLive: own.paypal.mode === 'live' }
  return { card, paypal, isAnyLive: cards.isLive || card.isLive || paypal?.isLive === true }
}

/**
 * The account that a visit or a payment was made with, also when it is not in force any more. For outside of
 * transactions: the note that its keys were read has to be kept before they are used.
 */
export async function openAccount(
  deps: PaymentDeps,
  { businessId, provider, isOwn }: AccountOf,
  reason: string,
  userId: string | null = null,
): Promise<PaymentAccount> {
  if (provider === 'card' && !isOwn) return deps.cards
  const { keys, standing } = await openKeys(deps, { businessId, provider }, { reason, userId })
  const account = connectAccount(deps, keys)
  const checkouts = noteHowKeysAreTaken(deps, { businessId, provider, ...standing }, account.checkouts)
  return { ...account, checkouts }
}

export function connectAccount(deps: PaymentDeps, keys: OwnKeys): PaymentAccount {
  return keys.provider === 'paypal' ? deps.connectPaypal(keys.account) : deps.connectOwnCards(keys.account)
}

async function openKeys(
  deps: PaymentDeps,
  own: Omit<AccountOf, 'isOwn'>,
  access: SecretAccess,
): Promise<{ keys: OwnKeys; standing: KeyStanding }> {
  const { businessId, provider } = own
  try {
    if (provider === 'paypal') {
      const opened = await openPaypalAccount(deps, businessId, access)
      if (!opened) throw gone('PayPal')
      const { standing, ...account } = opened
      return { keys: { provider, account }, standing }
    }
    const opened = await openStripeKeys(deps, businessId, access)
    if (!opened) throw gone('Stripe')
    const { standing, ...account } = opened
    return { keys: { provider, account }, standing }
  } catch (error) {
    if (error instanceof KeysUnreadable) await noteUnreadable(deps, { ...own, ...error.standing })
    throw asProviderError(error)
  }
}

/** The operator may have left out a secret that all keys are read with: until it is back, it is as if nobody answered. */
function asProviderError(error: unknown): unknown {
  if (!isUnreadable(error)) return error
  const message = 'the keys of the account cannot be read'
  return error instanceof KeysUnreadable
    ? new CardProviderError('refused', message, { isUnreadable: true, cause: error })
    : new CardProviderError('unreachable', message, { cause: error })
}

/** As if there were no such thing there: without keys nobody can tell. */
function gone(name: string): CardProviderError {
  return new CardProviderError('refused', `the business has no ${name} account of its own any more`, {
    isMissing: true,
  })
}
