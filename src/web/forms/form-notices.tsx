import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { SaveProblem } from './use-save-form.ts'

interface ConflictActions {
  onLoadNewer: () => void
  onSaveAnyway: () => void
}

interface RestoredNoticeProps {
  what: string
  isOutdated: boolean
  onDiscard: () => void
  conflict: ConflictActions
}

export function RestoredNotice({ what, isOutdated, onDiscard, conflict }: RestoredNoticeProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After a reload the browser restores the scroll position, which may be far below this notice.
    element.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={element}>
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
          ? `They aren’t saved yet, and this ${what} was changed elsewhere since you made them. Loading the newer version replaces them.`
          : 'They aren’t saved yet.'}
      </Notice>
    </div>
  )
}

interface SaveProblemNoticeProps {
  what: string
  problem: SaveProblem
  conflict: ConflictActions
}

/** Says why the form was not saved. Unlike the toast before it, it stays and offers the next step. */
export function SaveProblemNotice({ what, problem, conflict }: SaveProblemNoticeProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={element} tabIndex={-1}>
      {problem.kind === 'changed-elsewhere' ? (
        <Notice
          tone="attention"
          title={`This ${what} was changed elsewhere`}
          actions={<ConflictButtons {...conflict} />}
        >
          It was saved somewhere else after you opened it here, so your changes were not saved over it.
          They’re still in this form. Loading the newer version replaces them.
        </Notice>
      ) : (
        <Notice
          tone="attention"
          title={titles[problem.kind]}
          actions={problem.kind === 'period-closed' ? undefined : <PlansButton kind={problem.kind} />}
        >
          {problem.message} Your entries are still here.
        </Notice>
      )}
    </div>
  )
}

const titles: Record<Exclude<SaveProblem['kind'], 'changed-elsewhere'>, string> = {
  'plan-limit': 'You’ve reached your plan’s limit',
  'plan-required': 'Your plan doesn’t include this',
  'period-closed': 'This date is in a closed period',
}

function PlansButton({ kind }: { kind: 'plan-limit' | 'plan-required' }) {
  return (
    <Button asChild variant="secondary" size="sm">
      {kind === 'plan-limit' ? (
        <Link to="/pricing">See plans</Link>
      ) : (
        <Link to="/settings" search={{ tab: 'subscription' }}>
          Upgrade
        </Link>
      )}
    </Button>
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
