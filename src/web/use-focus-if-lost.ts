import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Moves the focus to the target when a render of this component removed the focused element. */
export function useFocusIfLost(target: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    function recordFocus() {
      last.current = document.activeElement
    }
    document.addEventListener('focusin', recordFocus)
    return () => document.removeEventListener('focusin', recordFocus)
  }, [])
  useLayoutEffect(() => {
    const isLost = last.current?.isConnected === false && document.activeElement === document.body
    if (isLost) target.current?.focus({ preventScroll: true })
  })
}
