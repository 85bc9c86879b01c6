/** What this tab remembers. None where the browser's settings block it: forms work then, they only forget. */
export function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/** Whoever signs out leaves nothing behind for the next person at this device. */
export function forgetTab(): void {
  tabStorage()?.clear()
}
