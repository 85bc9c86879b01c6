import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to what is new, except when the page opens. */
export function useFocusOnChange(what: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  const before = useRef(what)
  useEffect(() => {
    if (before.current === what) return
    before.current = what
    element.current?.focus()
  }, [what])
  return element
}
