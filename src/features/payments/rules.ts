export const handMethods = ['transfer', 'cash', 'cheque', 'other'] as const
export type HandMethod = (typeof handMethods)[number]

/** What a card can be charged at once: the provider takes no less and no more. */
export const cardCharge = { minCents: 50, maxCents: 99_999_999 } as const

export function isChargeable(cents: number): boolean {
  return cents >= cardCharge.minCents && cents <= cardCharge.maxCents
}

export const demoPaymentDelayMs = 2000
