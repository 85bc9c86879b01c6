import { useLayoutEffect, useRef } from 'react'

/** Runs an action after the next render, for example to focus an element that the render adds. */
export function useAfterRender(): (action: () => void) => void {
  const pending = useRef<(() => void) | null>(null)
  useLayoutEffect(() => {
    const action = pending.current
    pending.current = null
    action?.()
  })
  return (action) => {
    pending.current = action
  }
}
