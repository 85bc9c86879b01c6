import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { CardFooter } from '../ui/card.tsx'

interface SaveFooterProps {
  isDirty: boolean
  isSaving: boolean
  label?: string | undefined
  /** Other buttons. */
  children?: ReactNode
}

/** The foot of a form in a card. */
export function SaveFooter({ isDirty, isSaving, label = 'Save Changes', children }: SaveFooterProps) {
  return (
    <CardFooter>
      {/* Not `disabled`: a disabled button would lose the focus after saving. */}
      <Button
        type="submit"
        aria-disabled={!isDirty}
        busy={isSaving}
        busyLabel="Saving..."
        className={isDirty ? '' : 'cursor-default opacity-50'}
      >
        {label}
      </Button>
      {children}
      <output className="text-sm text-muted">{isDirty && !isSaving && 'You have unsaved changes.'}</output>
    </CardFooter>
  )
}
