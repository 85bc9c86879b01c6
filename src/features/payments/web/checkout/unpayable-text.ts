import type { ChargeProblem } from '../../../../shared/charge-problems.ts'
import { currencyName } from '../../../../shared/currencies.ts'
import type { ResponseOf } from '../../../../shared/endpoint.ts'
import type { getPaymentOptions } from '../../contract.ts'
import { decimalsText, providerNames } from '../../rules.ts'

type Problems = Pick<ResponseOf<typeof getPaymentOptions>, 'currency' | 'cardProblem' | 'paypalProblem'>

/** Tells the client why there is no button to pay by card or with PayPal. */
export function unpayableText({ currency, cardProblem }: Problems): string {
  if (cardProblem === null) return 'This invoice can’t be paid online.'
  return cardProblem === 'currency'
    ? `Invoices in ${currencyName(currency)} can’t be paid by card.`
    : 'This amount can’t be paid by card.'
}

/** Tells the owner which ways to pay do not take the currency of the invoice, or not all of its decimals. */
export function ownerNotes({ currency, cardProblem, paypalProblem }: Problems): string[] {
  const name = currencyName(currency)
  const reasons: Partial<Record<ChargeProblem, string>> = {
    currency: `doesn’t take ${name}`,
    decimals: `takes ${name} only ${decimalsText(currency)}`,
  }
  const ways = [
    { problem: cardProblem, how: 'by card', provider: providerNames.card },
    { problem: paypalProblem, how: 'with PayPal', provider: providerNames.paypal },
  ]
  return ways.flatMap(({ problem, how, provider }) => {
    const reason = problem && reasons[problem]
    return reason ? [`Your client can’t pay this ${how}, because ${provider} ${reason}.`] : []
  })
}
