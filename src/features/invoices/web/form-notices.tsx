import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import type { SaveProblem } from './use-save-invoice.ts'

export function PaidNotice() {
  return (
    <Notice title="This invoice is paid">
      It can no longer be changed: it is the record of money you received.
    </Notice>
  )
}

export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Notice
      title="Unsaved changes were restored"
      actions={
        <Button variant="secondary" size="sm" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      They are not saved yet.
    </Notice>
  )
}

interface SaveProblemNoticeProps {
  problem: SaveProblem
  onLoadNewer: () => void
}

/** Why it was not saved. The toast has said it aloud; here it stays, with the way on. */
export function SaveProblemNotice({ problem, onLoadNewer }: SaveProblemNoticeProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={place} tabIndex={-1}>
      {problem.kind === 'plan-limit' ? (
        <Notice
          tone="attention"
          title="The limit of your plan is reached"
          actions={
            <Button asChild variant="secondary" size="sm">
              <Link to="/pricing">See Plans</Link>
            </Button>
          }
        >
          {problem.message} What you filled in is kept here.
        </Notice>
      ) : (
        <Notice
          tone="attention"
          title="This invoice was changed elsewhere"
          actions={
            <Button variant="secondary" size="sm" onClick={onLoadNewer}>
              Load the Newer Version
            </Button>
          }
        >
          It was saved somewhere else after you opened it here, so your changes were not saved over it. They
          are still in this form; loading the newer version replaces them.
        </Notice>
      )}
    </div>
  )
}
