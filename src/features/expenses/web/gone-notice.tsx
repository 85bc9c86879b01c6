import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { useExpenseUrlState } from './back-to-expenses.tsx'

/** Shown in the form when the expense was deleted elsewhere. Saving then adds a new one. */
export function GoneNotice() {
  const search = useExpenseUrlState()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={element} tabIndex={-1}>
      <Notice
        tone="attention"
        role="alert"
        title="This expense was deleted elsewhere."
        actions={
          <>
            <Button type="submit" variant="secondary" size="sm">
              Add as a New One
            </Button>
            <Button asChild variant="secondary" size="sm">
              <Link to="/expenses" search={search}>
                Back to Expenses
              </Link>
            </Button>
          </>
        }
      >
        What you typed is kept: add it as a new one?
      </Notice>
    </div>
  )
}
