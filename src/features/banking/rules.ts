export { demoInstitutionIds, demoInstitutions } from '../../shared/demo-institutions.ts'
export type { DemoInstitution } from '../../shared/demo-institutions.ts'

export const accountKinds = ['cash', 'credit', 'loan', 'investment', 'other'] as const

/** The problem code of a disconnected bank whose item may still exist at the aggregator. */
export const notEndedCode = 'ACCESS_NOT_ENDED'

/** Notices of a connection that still works, the most urgent first. */
export const noticeKinds = ['expiring', 'accountRevoked', 'newAccounts'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Shown as the last digits of an account whose bank does not share them. */
export const noDigits = '0000'

export type SecurityBand = 'Excellent' | 'Good' | 'Fair' | 'Poor'

/** The percentage of accounts whose number is stored encrypted, rounded. */
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

/** For example "Chase - Checking". */
export function accountLabel({ institutionName, type }: { institutionName: string; type: string }): string {
  return `${institutionName} - ${accountTypeLabel(type)}`
}

/** For example "••••••1234". */
export function maskedNumber(last4: string | null): string {
  return `••••••${last4 ?? noDigits}`
}

/** No digit of a routing number is stored unencrypted. */
export const maskedRoutingNumber = '•••••••••'
