import type { AccountProblem } from '../../shared/account-problems.ts'
import { type Currency, currencyName } from '../../shared/currencies.ts'

type Provider = 'Stripe' | 'PayPal'

interface ProblemText {
  what: string
  todo: string
}

/** Describes a problem for the owner of the account; clients never see it. */
export function problemText(
  provider: Provider,
  problem: AccountProblem,
  /** The currency of the payment, where it is known. */
  currency?: Currency,
): ProblemText {
  const money = currency === undefined ? null : currency === 'USD' ? 'US dollars' : currencyName(currency)
  const signIn = `Sign in to ${provider}`
  const texts: Record<AccountProblem, ProblemText> = {
    'account-restricted': {
      what: `${provider} has restricted your account, so it can’t take payments.`,
      todo: `${signIn} and follow the messages there.`,
    },
    'account-closed': {
      what: `${provider} says that your account is locked or closed.`,
      todo: `${signIn} or contact its support. If you have another account, enter its keys.`,
    },
    'account-unverified': {
      what: `Your ${provider} account is not verified, so it can’t take payments.`,
      todo: `${signIn}, confirm your email address, and link and confirm a bank account.`,
    },
    'not-enabled': {
      what: `Your ${provider} account is not enabled for this kind of payment.`,
      todo: `${signIn} and finish setting up the account for taking payments.`,
    },
    'blocked-by-settings': {
      what: `The settings of your ${provider} account blocked a payment.`,
      todo: `${signIn} and check your filters and rules for blocked payments.`,
    },
    'receiving-limit': {
      what: `A payment was above a limit at ${provider}, most likely the limit on what your account may receive.`,
      todo: `${signIn}, check your limits and have them raised.`,
    },
    currency: {
      what: `Your ${provider} account doesn’t accept payments in ${money ?? 'the currency of an invoice'}.`,
      todo: `${signIn} and add ${money ?? 'that currency'} to the currencies of your account.`,
    },
    'accept-payment': {
      what: `${provider} is holding a payment until you accept it.`,
      todo: `${signIn} and accept or deny it there.`,
    },
    'payment-unclaimed': {
      what: `${provider} is holding a payment because your account’s email address isn’t confirmed there.`,
      todo: `${signIn} and confirm the email address that payments go to.`,
    },
    'payment-unverified': {
      what: `${provider} is holding a payment because your account isn’t verified.`,
      todo: `${signIn} and verify your account.`,
    },
  }
  return texts[problem]
}
