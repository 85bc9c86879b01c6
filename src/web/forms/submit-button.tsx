import { useHydrated } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'

/**
 * Sends its form. In the pre-rendered page it is off, because the browser itself would post the form to nowhere; the
 * page's first script turns it on and keeps what is sent until the app can take it.
 */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type' | 'disabled' | 'asChild'>) {
  const ready = useHydrated()
  return (
    <Button
      {...props}
      type="submit"
      disabled={!ready}
      className={`disabled:opacity-100! ${props.className ?? ''}`}
    />
  )
}
