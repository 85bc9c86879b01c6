import { useSyncExternalStore } from 'react'

// Outside of the header, because the menu of small screens, which opens the list too, is gone once something is chosen.
let isOpen = false
const listeners = new Set<() => void>()

export function showMentions(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useMentionsOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  )
}
