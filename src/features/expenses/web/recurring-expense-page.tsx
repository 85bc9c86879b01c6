import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { CirclePause, CirclePlay, CircleStop } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { ApiError } from '../../../web/api-client.ts'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import type { Session } from '../../auth/contract.ts'
import { SignedIn } from '../../auth/web/signed-in.tsx'
import { planSentence } from '../../schedules/rules.ts'
import { ScheduleStateBadge } from '../../schedules/web/schedule-state-badge.tsx'
import type { RecurringExpense } from '../contract.ts'
import { BackToRecurring } from './back-to-expenses.tsx'
import { recurringExpenseQuery } from './expense-api.ts'
import { NotFoundCard } from './not-found-card.tsx'
import { EndRecurringDialog } from './recurring/end-recurring-dialog.tsx'
import { RecurringForm } from './recurring/recurring-form.tsx'
import { recurringName } from './recurring/recurring-text.ts'
import { useRecurringAction } from './recurring/use-recurring-action.ts'

export function RecurringExpensePage() {
  const { id } = useParams({ strict: false })
  return <SignedIn>{(session) => <ExistingRecurring key={id} id={id ?? ''} session={session} />}</SignedIn>
}

function ExistingRecurring({ id, session }: { id: string; session: Session }) {
  const { data: recurring, error, isPending, isFetching, refetch } = useQuery(recurringExpenseQuery(id))
  if (isPending) return <PageSkeleton />
  if (!recurring) {
    return (
      <Page width="narrow">
        {error instanceof ApiError && error.status === 404 ? (
          <NotFoundCard
            title="Recurring Expense Not Found"
            text="It doesn’t exist, or it was ended for good."
            action={<Link to="/expenses/recurring">Back to Recurring Expenses</Link>}
          />
        ) : (
          <ErrorState level={1} retrying={isFetching} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  }
  return (
    <Page width="narrow">
      <RecurringHeader recurring={recurring} />
      <RecurringForm userId={session.user.id} recurring={recurring} />
    </Page>
  )
}

function RecurringHeader({ recurring }: { recurring: RecurringExpense }) {
  const { id, state, nextDate } = recurring
  const navigate = useNavigate()
  const [isEnding, setIsEnding] = useState(false)
  return (
    <>
      <PageHeader
        above={<BackToRecurring />}
        title={<span className="own-words wrap-anywhere">{recurringName(recurring)}</span>}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ScheduleStateBadge state={state} />
            <span>
              {planSentence(recurring)}.{nextDate !== null && ` Next on ${formatDate(nextDate)}.`}
            </span>
          </span>
        }
        actions={
          <>
            {state !== 'over' && <PauseButton id={id} isPaused={state === 'paused'} />}
            <Button variant="secondary" className="text-negative" onClick={() => setIsEnding(true)}>
              <CircleStop aria-hidden />
              End for good
            </Button>
          </>
        }
      />
      <EndRecurringDialog
        recurring={recurring}
        open={isEnding}
        onOpenChange={setIsEnding}
        // Unsaved changes no longer matter.
        onEnded={() => navigate({ to: '/expenses/recurring', ignoreBlocker: true })}
      />
    </>
  )
}

/** One button for both actions, so that focus stays on it when the label changes. */
function PauseButton({ id, isPaused }: { id: string; isPaused: boolean }) {
  const pausing = useRecurringAction(id, 'pause')
  const resuming = useRecurringAction(id, 'resume')
  const [action, Icon] = isPaused ? ([resuming, CirclePlay] as const) : ([pausing, CirclePause] as const)
  return (
    <Button
      variant="secondary"
      busy={pausing.isPending || resuming.isPending}
      busyLabel={resuming.isPending ? 'Resuming...' : 'Pausing...'}
      onClick={() => action.mutate()}
    >
      <Icon aria-hidden />
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
}
