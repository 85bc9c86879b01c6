import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { useExpenseUrlState } from './back-to-expenses.tsx'

/** In the form of an expense that is no more, which then adds a new one. */
export function GoneNotice() {
  const search = useExpenseUrlState()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={place} tabIndex={-1}>
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
