import { type RefObject, useEffect, useEffectEvent } from 'react'

export type ReviewKey = 'accept' | 'decline' | 'next' | 'previous' | 'undo'

const keys: Readonly<Record<string, ReviewKey>> = {
  a: 'accept',
  x: 'decline',
  j: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  u: 'undo',
}

interface ReviewKeyHandlers {
  onKey: (key: ReviewKey) => void
  /** The focus has moved into the card of this match. */
  onFocus: (matchId: string) => void
}

/** Single letters work only while the focus is inside the list, and never with a modifier or in a field. */
export function useReviewKeys(list: RefObject<HTMLElement | null>, handlers: ReviewKeyHandlers): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const key = keys[event.key.toLowerCase()]
    // A key that is held down would decide about matches that the owner has not read.
    if (key === undefined || event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select')) return
    event.preventDefault()
    handlers.onKey(key)
  })
  const handleFocus = useEffectEvent(({ target }: FocusEvent) => {
    const card = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-match]') : null
    if (card?.dataset['match']) handlers.onFocus(card.dataset['match'])
  })
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    element.addEventListener('keydown', handleKey)
    element.addEventListener('focusin', handleFocus)
    return () => {
      element.removeEventListener('keydown', handleKey)
      element.removeEventListener('focusin', handleFocus)
    }
  }, [list])
}
