import { useHydrated } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'

/**
 * Submits its form. In the pre-rendered page it is disabled, because the browser itself would post the form
 * to an address that does not exist. The page's first script enables it and keeps a submission until the app
 * can handle it.
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
