import { tabStorage } from './tab-storage.ts'

const key = 'portal-path'
const portalPath = /^\/portal\/[\w-]{48}\.[\w-]{43}$/

/** Remembers, in this tab alone, the portal that a client leaves to pay. */
export function keepPortalPath(path: string): void {
  tabStorage()?.setItem(key, path)
}

/** The portal that this tab came from; null if there was none. */
export function readPortalPath(): string | null {
  const path = tabStorage()?.getItem(key) ?? ''
  return portalPath.test(path) ? path : null
}
