export const handMethods = ['transfer', 'cash', 'cheque', 'other'] as const
export type HandMethod = (typeof handMethods)[number]

/** Methods where a provider moves the money. Such a payment is refunded at the provider, not undone here. */
export const providerMethods = ['card', 'paypal'] as const
export type ProviderMethod = (typeof providerMethods)[number]

export function isProviderMethod(method: string): method is ProviderMethod {
  return providerMethods.some((provider) => provider === method)
}

const charges = {
  card: { minMinor: 50, maxMinor: 99_999_999 },
  paypal: { minMinor: 1, maxMinor: 99_999_999 },
} as const satisfies Record<ProviderMethod, { minMinor: number; maxMinor: number }>

export function isChargeable(method: ProviderMethod, minor: number): boolean {
  const { minMinor, maxMinor } = charges[method]
  return minor >= minMinor && minor <= maxMinor
}

export const demoPaymentDelayMs = 2000
