import { defaultCurrency } from '../../../shared/currencies.ts'

/** The currencies of the countries that browsers name most. */
const countries: Record<string, string> = {
  AED: 'AE',
  ARS: 'AR',
  AUD: 'AU',
  BDT: 'BD',
  BHD: 'BH',
  BRL: 'BR',
  CAD: 'CA',
  CHF: 'CH LI',
  CLP: 'CL',
  CNY: 'CN',
  COP: 'CO',
  CZK: 'CZ',
  DKK: 'DK',
  EGP: 'EG',
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  GBP: 'GB',
  GHS: 'GH',
  HKD: 'HK',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL',
  INR: 'IN',
  ISK: 'IS',
  JPY: 'JP',
  KES: 'KE',
  KRW: 'KR',
  KWD: 'KW',
  LKR: 'LK',
  MAD: 'MA',
  MXN: 'MX',
  MYR: 'MY',
  NGN: 'NG',
  NOK: 'NO',
  NPR: 'NP',
  NZD: 'NZ',
  OMR: 'OM',
  PEN: 'PE',
  PHP: 'PH',
  PKR: 'PK',
  PLN: 'PL',
  QAR: 'QA',
  RON: 'RO',
  RSD: 'RS',
  SAR: 'SA',
  SEK: 'SE',
  SGD: 'SG',
  THB: 'TH',
  TRY: 'TR',
  TWD: 'TW',
  UAH: 'UA',
  USD: 'US',
  UYU: 'UY',
  VND: 'VN',
  ZAR: 'ZA',
}

/** The currency of the country in a browser's first language, such as de-CH; null if it names none that is listed here. */
export function suggestedCurrency(languages: readonly string[]): string | null {
  const region = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(languages[0] ?? '')?.[1]
  if (region === undefined) return null
  return Object.keys(countries).find((currency) => countries[currency]?.split(' ').includes(region)) ?? null
}

/** The browser's currency, to be offered instead of the saved one. Null if that is the same or was chosen already. */
export function otherCurrency(saved: string, languages: readonly string[]): string | null {
  const suggested = suggestedCurrency(languages)
  return saved === defaultCurrency && suggested !== saved ? suggested : null
}
