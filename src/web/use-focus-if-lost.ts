import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** When what had the focus is gone after a change of this component, reading goes on at the target. */
export function useFocusIfLost(target: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    function note() {
      last.current = document.activeElement
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    const isLost = last.current?.isConnected === false && document.activeElement === document.body
    if (isLost) target.current?.focus({ preventScroll: true })
  })
}
