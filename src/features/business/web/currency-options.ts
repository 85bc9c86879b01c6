import { currencies, currencyName, digitsOf } from '../../../shared/currencies.ts'
import { type Locale, locales, regionName } from '../../../shared/locales.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { ComboboxOption } from '../../../web/ui/fields/use-combobox-options.ts'

/** EUR · Euro */
export function currencyOption(currency: string): ComboboxOption {
  return { value: currency, label: `${currency} · ${currencyName(currency)}` }
}

export const currencyOptions: readonly ComboboxOption[] = currencies.map(currencyOption)

/** Germany · 1.234,56 € */
export function numberFormatOption(locale: Locale, currency: string): ComboboxOption {
  const sample = formatMoney(Math.round(1234.56 * 10 ** digitsOf(currency)), { currency, locale })
  return { value: locale, label: `${regionName(locale)} · ${sample}` }
}

/** The number formats by the name of their country, each with a sample in the currency. */
export function numberFormatOptions(currency: string): ComboboxOption[] {
  return locales
    .map((locale) => numberFormatOption(locale, currency))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
}
