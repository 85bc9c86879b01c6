/** The banks of the demo, as the connect dialog offers them. */
export const demoInstitutions = {
  chase: 'Chase',
  bofa: 'Bank of America',
  wells: 'Wells Fargo',
  citi: 'Citi',
  capital_one: 'Capital One',
  us_bank: 'US Bank',
} as const
export type DemoInstitution = keyof typeof demoInstitutions
export const demoInstitutionIds = Object.keys(demoInstitutions) as DemoInstitution[]

/** What stands for the last digits of an account whose bank tells none. */
export const noDigits = '0000'

export type SecurityBand = 'Excellent' | 'Good' | 'Fair' | 'Poor'

/** The rounded share, in percent, of accounts whose number is kept encrypted. */
export function securityScore({ accounts, encrypted }: { accounts: number; encrypted: number }): number {
  return accounts === 0 ? 100 : Math.round((encrypted / accounts) * 100)
}

export function securityBand(score: number): SecurityBand {
  if (score >= 100) return 'Excellent'
  if (score >= 80) return 'Good'
  return score >= 60 ? 'Fair' : 'Poor'
}

/** checking → Checking; credit → Credit; money market → Money Market */
export function accountTypeLabel(type: string): string {
  return type.replaceAll(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())
}

/** Chase - Checking */
export function accountLabel({ institutionName, type }: { institutionName: string; type: string }): string {
  return `${institutionName} - ${accountTypeLabel(type)}`
}

/** ••••••1234 */
export function maskedNumber(last4: string | null): string {
  return `••••••${last4 ?? noDigits}`
}
