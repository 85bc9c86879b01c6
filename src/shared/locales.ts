// The number formats that a business can choose. Texts stay English; only amounts are written in these.
export const locales = [
  'en-US',
  'en-GB',
  'en-AU',
  'en-CA',
  'en-IE',
  'en-IN',
  'en-NZ',
  'en-SG',
  'en-ZA',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'el-GR',
  'es-ES',
  'es-MX',
  'et-EE',
  'fi-FI',
  'fr-BE',
  'fr-CA',
  'fr-FR',
  'hu-HU',
  'id-ID',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'sk-SK',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'vi-VN',
  'zh-CN',
  'zh-TW',
] as const
export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'en-US'

export function isLocale(tag: string): tag is Locale {
  return (locales as readonly string[]).includes(tag)
}

/** The number format closest to a browser's languages. */
export function closestLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    if (isLocale(language)) return language
    const [base] = language.split('-')
    const sameLanguage = locales.find((locale) => locale.startsWith(`${base}-`))
    if (sameLanguage) return sameLanguage
  }
  return defaultLocale
}

const regions = new Intl.DisplayNames('en', { type: 'region' })

/** "Germany" */
export function regionName(locale: Locale): string {
  return regions.of(locale.split('-')[1]!) ?? locale
}
