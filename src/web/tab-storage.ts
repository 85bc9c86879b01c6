/** Null where the browser blocks it. Forms still work then, but lose their drafts on a reload. */
export function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/** A user who signs out leaves nothing for the next person on this device. */
export function clearTabStorage(): void {
  tabStorage()?.clear()
}
