import { useHydrated } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

import { Button } from './ui/button.tsx'

/** Sends its form. Pre-rendered, it waits for the page's code: the browser itself would post the form to nowhere. */
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
