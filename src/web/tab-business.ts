import { businessHeader, businessParameter } from '../shared/business-header.ts'
import { tabStorage } from './tab-storage.ts'

const key = 'business'

// Also kept here, for browsers that block the storage.
let current: string | null = null

/** The business that this tab works in. Another tab of the same browser may work in another one. */
export function tabBusiness(): string | null {
  current ??= tabStorage()?.getItem(key) ?? null
  return current
}

export function setTabBusiness(businessId: string | null): void {
  current = businessId
  if (businessId === null) tabStorage()?.removeItem(key)
  else tabStorage()?.setItem(key, businessId)
}

const wantedKey = 'wanted-business'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Takes the business out of the address of a page, which a link in an email names, and works in it. Kept until someone is
 * signed in, who may have to do that first.
 */
export function takeWantedBusiness(): void {
  const url = new URL(location.href)
  const named = url.searchParams.get(businessParameter)
  if (named !== null) {
    url.searchParams.delete(businessParameter)
    history.replaceState(history.state, '', url)
    if (uuid.test(named)) tabStorage()?.setItem(wantedKey, named)
  }
  const wanted = wantedBusiness()
  if (wanted !== null) setTabBusiness(wanted)
}

/** The business that a link named; null once someone has worked in it. */
export function wantedBusiness(): string | null {
  return tabStorage()?.getItem(wantedKey) ?? null
}

export function forgetWantedBusiness(): void {
  tabStorage()?.removeItem(wantedKey)
}

/** The header that names it. */
export function inTabBusiness(): Record<string, string> {
  const businessId = tabBusiness()
  return businessId === null ? {} : { [businessHeader]: businessId }
}

/** An address of the API that the browser opens by itself, such as a link to a file, in the business of this tab. */
export function ownUrl(url: string): string {
  const businessId = tabBusiness()
  if (businessId === null) return url
  return `${url}${url.includes('?') ? '&' : '?'}${businessParameter}=${businessId}`
}
