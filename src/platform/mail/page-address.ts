import { businessParameter } from '../../shared/business-header.ts'

/** The address of a page in the business of an email, whichever one its reader works in. */
export function pageAddress({ appUrl }: { appUrl: string }, businessId: string, path: string): string {
  const url = new URL(appUrl + path)
  url.searchParams.set(businessParameter, businessId)
  return url.href
}
