import { CardProviderError } from '../../platform/cards/card-provider.ts'
import type { CardProvider } from '../../platform/cards/card-provider.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { findOwnAccounts, openPaypalAccount, openStripeKeys } from '../integrations/own-accounts.ts'
import type { PaymentDeps } from './payment-deps.ts'
import type { ProviderMethod } from './rules.ts'

/** Which account a visit was opened with, and its money went to. One with PayPal is always the business's own. */
export interface AccountOf {
  businessId: string
  provider: ProviderMethod
  isOwn: boolean
}

/** Asked in the same words, whoever is behind it. */
export type PaymentAccount = Pick<CardProvider, 'isLive' | 'checkouts' | 'refunds'>

export interface AccountsInForce {
  card: { isOwn: boolean; isLive: boolean }
  paypal: { isOwn: true; isLive: boolean } | null
}

/** What a new visit is opened with now. */
export async function accountsInForce(
  tx: Transaction,
  { cards }: Pick<PaymentDeps, 'cards'>,
): Promise<AccountsInForce> {
  const { stripe, paypal } = await findOwnAccounts(tx)
  return {
    card: stripe ? { isOwn: true, isLive: stripe.mode === 'live' } : { isOwn: false, isLive: cards.isLive },
    paypal: paypal && { isOwn: true, isLive: paypal.mode === 'live' },
  }
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
  if (provider === 'paypal') {
    const account = await openPaypalAccount(deps, businessId, { userId, reason })
    if (!account) throw gone('PayPal')
    return deps.connectPaypal(account)
  }
  if (!isOwn) return deps.cards
  const keys = await openStripeKeys(deps, businessId, { userId, reason })
  if (!keys) throw gone('Stripe')
  return deps.connectOwnCards(keys)
}

/** As if there were no such thing there: without keys nobody can tell. */
function gone(name: string): CardProviderError {
  return new CardProviderError('refused', `the business has no ${name} account of its own any more`, {
    isMissing: true,
  })
}
