import { dateIn, formatDate } from '../../shared/dates.ts'
import { productName } from '../../shared/product.ts'
import type { Session } from '../auth/contract.ts'

/** How long an account is kept after its owner requested the deletion, in case it was a mistake. */
export const graceDays = 7

export function deletionTime(now: Date): Date {
  return new Date(now.getTime() + graceDays * 24 * 3_600_000)
}

/** Whether the owner has other businesses, so that the account stays when this one is deleted. */
export function keepsAccount({ businesses }: Session): boolean {
  return businesses.length > 1
}

/** The date of a deletion in the owner's time zone. */
export function deletionDate(deleteAfter: Date | string, timeZone: string): string {
  return formatDate(dateIn(timeZone, new Date(deleteAfter)))
}

export function isConfirmed(typed: string, businessName: string): boolean {
  return typed.trim() === businessName.trim()
}

/** Returns a name such as millrace-export-corner-repairs-2026-11-15.zip. */
export function exportFileName(business: { name: string; timeZone: string }, now: Date): string {
  const name = business.name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '')
  return `${productName.toLowerCase()}-export-${name || 'business'}-${dateIn(business.timeZone, now)}.zip`
}

export const adminStays =
  'You’re an administrator of this installation, and administrator accounts can’t be deleted. Ask another administrator to remove your admin role first.'
