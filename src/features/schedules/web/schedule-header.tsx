import { CirclePause, CirclePlay } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { May } from '../../auth/web/may.tsx'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import type { Schedule, ScheduleKind } from './schedule-kind.ts'
import { ScheduleStateBadge } from './schedule-state-badge.tsx'
import { usePauseAndResume } from './use-schedule-action.ts'

interface ScheduleHeaderProps<S extends Schedule> {
  kind: ScheduleKind<S>
  schedule: S
  back: ReactNode
  title: ReactNode
  /** Shown beside the state. */
  facts: ReactNode
  /** Whether the plan does not include resuming it. */
  isLocked?: boolean
  /** The actions besides pausing and resuming. */
  children: ReactNode
}

export function ScheduleHeader<S extends Schedule>(props: ScheduleHeaderProps<S>) {
  const { kind, schedule, back, title, facts, isLocked = false, children } = props
  const { id, state } = schedule
  return (
    <PageHeader
      above={back}
      title={title}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ScheduleStateBadge state={state} />
          {facts}
        </span>
      }
      actions={
        <May permission={kind.permission}>
          {state !== 'over' && (
            <PauseButton kind={kind} id={id} isPaused={state === 'paused'} isLocked={isLocked} />
          )}
          {children}
        </May>
      }
    />
  )
}

interface PauseButtonProps<S extends Schedule> {
  kind: ScheduleKind<S>
  id: string
  isPaused: boolean
  isLocked: boolean
}

/** One button for both actions, so that focus stays on it when the label changes. */
function PauseButton<S extends Schedule>({ kind, id, isPaused, isLocked }: PauseButtonProps<S>) {
  const { pausing, resuming, isBusy } = usePauseAndResume(kind, id)
  const [action, Icon] = isPaused ? ([resuming, CirclePlay] as const) : ([pausing, CirclePause] as const)
  return (
    <Button
      variant="secondary"
      busy={isBusy}
      busyLabel={resuming.isPending ? 'Resuming...' : 'Pausing...'}
      onClick={() => action.mutate()}
    >
      <Icon aria-hidden />
      {isPaused ? 'Resume' : 'Pause'} {isPaused && isLocked && <ProBadge />}
    </Button>
  )
}
