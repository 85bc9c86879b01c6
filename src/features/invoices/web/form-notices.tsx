import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import type { SaveProblem } from './use-save-invoice.ts'

interface ConflictActions {
  onLoadNewer: () => void
  onSaveAnyway: () => void
}

interface RestoredNoticeProps {
  isOutdated: boolean
  onDiscard: () => void
  conflict: ConflictActions
}

export function RestoredNotice({ isOutdated, onDiscard, conflict }: RestoredNoticeProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A reload comes back to where one was, which may be far below.
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={place}>
      <Notice
        tone={isOutdated ? 'attention' : 'info'}
        title="Unsaved changes were restored"
        actions={
          isOutdated ? (
            <ConflictButtons {...conflict} />
          ) : (
            <Button variant="secondary" size="sm" onClick={onDiscard}>
              Discard
            </Button>
          )
        }
      >
        {isOutdated
          ? 'They are not saved yet, and this invoice was changed elsewhere since you made them. Loading the newer version replaces them.'
          : 'They are not saved yet.'}
      </Notice>
    </div>
  )
}

interface SaveProblemNoticeProps {
  problem: SaveProblem
  conflict: ConflictActions
}

/** Why it was not saved. The toast has said it aloud; here it stays, with the way on. */
export function SaveProblemNotice({ problem, conflict }: SaveProblemNoticeProps) {
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
          title="Your plan’s limit is reached"
          actions={
            <Button asChild variant="secondary" size="sm">
              <Link to="/pricing">See plans</Link>
            </Button>
          }
        >
          {problem.message} What you filled in is kept here.
        </Notice>
      ) : (
        <Notice
          tone="attention"
          title="This invoice was changed elsewhere"
          actions={<ConflictButtons {...conflict} />}
        >
          It was saved somewhere else after you opened it here, so your changes were not saved over it. They
          are still in this form; loading the newer version replaces them.
        </Notice>
      )}
    </div>
  )
}

function ConflictButtons({ onLoadNewer, onSaveAnyway }: ConflictActions) {
  return (
    <>
      <Button variant="secondary" size="sm" onClick={onLoadNewer}>
        Load the Newer Version
      </Button>
      <Button variant="secondary" size="sm" onClick={onSaveAnyway}>
        Save Mine Anyway
      </Button>
    </>
  )
}
