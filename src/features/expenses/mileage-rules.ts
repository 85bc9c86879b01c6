import type { Currency } from '../../shared/currencies.ts'
import { formatAmount } from '../../shared/money.ts'
import type { Mileage } from './contract.ts'

const countriesWithMiles: ReadonlySet<string> = new Set(['US', 'GB', 'LR', 'MM'])

/** The unit of the business's country; without one, that of its number format. */
export function defaultUnit({ country, locale }: { country: string; locale: string }): Mileage['unit'] {
  const region = country === '' ? new Intl.Locale(locale).region : country
  return region !== undefined && countriesWithMiles.has(region) ? 'mi' : 'km'
}

// Thousandths of the distance, and thousandths of the minor unit.
const scale = 1_000_000n

/** What a distance costs, in minor units: rounded half up, once. */
export function mileageMinor({ distance, rate }: Pick<Mileage, 'distance' | 'rate'>): number {
  return Number((BigInt(distance) * BigInt(rate) + scale / 2n) / scale)
}

export function mileageProblems(
  { amountMinor, currency }: { amountMinor: number; currency: Currency },
  mileage: Mileage | null,
): Record<string, string> {
  if (mileage === null) return {}
  const minor = mileageMinor(mileage)
  if (minor === amountMinor) return {}
  const amount = formatAmount(minor, { currency, locale: 'en-US' })
  return {
    amountMinor: `This distance comes to ${amount} at its rate. Enter that amount, or leave out the mileage.`,
  }
}
