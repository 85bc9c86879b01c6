import { useLayoutEffect, useRef } from 'react'

/** Does something once the change that was just asked for stands on the page, such as moving the focus there. */
export function useAfterRender(): (action: () => void) => void {
  const waiting = useRef<(() => void) | null>(null)
  useLayoutEffect(() => {
    const action = waiting.current
    waiting.current = null
    action?.()
  })
  return (action) => {
    waiting.current = action
  }
}
