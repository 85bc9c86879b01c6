import { CardProviderError } from '../../platform/cards/card-provider.ts'
import type { CardProvider } from '../../platform/cards/card-provider.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { isUnreadable } from '../../platform/secrets/secrets.ts'
import { findOwnAccounts, openPaypalAccount, openStripeKeys } from '../integrations/own-accounts.ts'
import type { KeyStanding } from '../integrations/own-accounts.ts'
import { noteHowKeysAreTaken } from './note-refused-keys.ts'
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
  if (provider === 'card' && !isOwn) return deps.cards
  const { account, standing } = await openOwnAccount(deps, { businessId, provider }, { reason, userId })
  const checkouts = noteHowKeysAreTaken(deps, { businessId, provider, ...standing }, account.checkouts)
  return { ...account, checkouts }
}

/** The business's own, for whom it is no news how its keys are taken. */
export async function openOwnAccount(
  deps: PaymentDeps,
  { businessId, provider }: Omit<AccountOf, 'isOwn'>,
  access: { reason: string; userId: string | null },
): Promise<{ account: PaymentAccount; standing: KeyStanding }> {
  if (provider === 'paypal') {
    const opened = await openPaypalAccount(deps, businessId, access).catch(orOutOfReach)
    if (!opened) throw gone('PayPal')
    const { standing, ...account } = opened
    return { account: deps.connectPaypal(account), standing }
  }
  const opened = await openStripeKeys(deps, businessId, access).catch(orOutOfReach)
  if (!opened) throw gone('Stripe')
  const { standing, ...keys } = opened
  return { account: deps.connectOwnCards(keys), standing }
}

/** Keys that cannot be read may be mended from a backup: until then it is as if nobody answered. */
function orOutOfReach(error: unknown): never {
  if (!isUnreadable(error)) throw error
  throw new CardProviderError('unreachable', 'the keys of the account cannot be read', { cause: error })
}

/** As if there were no such thing there: without keys nobody can tell. */
function gone(name: string): CardProviderError {
  return new CardProviderError('refused', `the business has no ${name} account of its own any more`, {
    isMissing: true,
  })
}
