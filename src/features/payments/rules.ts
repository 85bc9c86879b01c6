export const handMethods = ['transfer', 'cash', 'cheque', 'other'] as const
export type HandMethod = (typeof handMethods)[number]

/** Methods where a provider moves the money. Such a payment is refunded at the provider, not undone here. */
export const providerMethods = ['card', 'paypal'] as const
export type ProviderMethod = (typeof providerMethods)[number]

export function isProviderMethod(method: string): method is ProviderMethod {
  return providerMethods.some((provider) => provider === method)
}

const charges = {
  card: { minCents: 50, maxCents: 99_999_999 },
  paypal: { minCents: 1, maxCents: 99_999_999 },
} as const satisfies Record<ProviderMethod, { minCents: number; maxCents: number }>

export function isChargeable(method: ProviderMethod, cents: number): boolean {
  const { minCents, maxCents } = charges[method]
  return cents >= minCents && cents <= maxCents
}

export const demoPaymentDelayMs = 2000
