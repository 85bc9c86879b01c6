import { type Currency, digitsOf } from '../../shared/currencies.ts'

export const handMethods = ['transfer', 'cash', 'cheque', 'other'] as const
export type HandMethod = (typeof handMethods)[number]

/** Methods where a provider moves the money. Such a payment is refunded at the provider, not undone here. */
export const providerMethods = ['card', 'paypal'] as const
export type ProviderMethod = (typeof providerMethods)[number]

export function isProviderMethod(method: string): method is ProviderMethod {
  return providerMethods.some((provider) => provider === method)
}

export const providerNames: Record<ProviderMethod, string> = { card: 'Stripe', paypal: 'PayPal' }

const restoredMark = 'restored:'

/** The id that a provider gave to something that came back with an archive. No provider knows it by this name. */
export function restoredId(providerId: string): string {
  return providerId.startsWith(restoredMark) ? providerId : restoredMark + providerId
}

/** Whether a payment came back with an archive. The account it went to may not be the one in use. */
export function isRestored(providerId: string | null): boolean {
  return providerId?.startsWith(restoredMark) ?? false
}

/** Which decimals a provider takes, where it does not take all: "without decimals", "with a 0 as the last decimal". */
export function decimalsText(currency: Currency): string {
  return digitsOf(currency) === 3 ? 'with a 0 as the last decimal' : 'without decimals'
}

export const demoPaymentDelayMs = 2000

const maxNames = 5

/** "A", "A and B", "A, B and C"; of many only the first: "A, B, C, D and 3 more". */
export function listNames(names: readonly string[]): string {
  const shown = names.length > maxNames ? names.slice(0, maxNames - 1) : names
  const rest = names.length > shown.length ? [`${names.length - shown.length} more`] : []
  const all = [...shown, ...rest]
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}` : (all[0] ?? '')
}

/** "invoice A", "invoices A and B". */
export function invoicesText(numbers: readonly string[]): string {
  return `${numbers.length > 1 ? 'invoices' : 'invoice'} ${listNames(numbers)}`
}
