import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { CircleStop } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { isNotFound } from '../../../web/api-client.ts'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { NotFound } from '../../../web/layout/not-found.tsx'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import type { Session } from '../../auth/contract.ts'
import { draftOwnerOf } from '../../auth/web/draft-owner.ts'
import { useMay } from '../../auth/web/session.ts'
import { SignedIn } from '../../auth/web/signed-in.tsx'
import { planSentence } from '../../schedules/rules.ts'
import { EndForGoodDialog } from '../../schedules/web/end-for-good-dialog.tsx'
import { ScheduleHeader } from '../../schedules/web/schedule-header.tsx'
import type { RecurringExpense } from '../contract.ts'
import { recurringExpenseQuery } from './expense-api.ts'
import { ExpenseFacts } from './expense-facts.tsx'
import { RecurringForm } from './recurring-form.tsx'
import { recurringKind, recurringName } from './recurring-kind.ts'

export function RecurringExpensePage() {
  const { id } = useParams({ strict: false })
  return <SignedIn>{(session) => <ExistingRecurring key={id} id={id ?? ''} session={session} />}</SignedIn>
}

function ExistingRecurring({ id, session }: { id: string; session: Session }) {
  const query = useQuery(recurringExpenseQuery(id))
  const mayWrite = useMay('money.write')
  const { data: recurring, error, isPending } = query
  if (isPending) return <PageSkeleton />
  if (!recurring && isNotFound(error)) {
    return (
      <NotFound title="Recurring Expense Not Found" text="It doesn’t exist, or it was ended for good.">
        <Link to="/expenses/recurring">Back to Recurring Expenses</Link>
      </NotFound>
    )
  }
  return (
    <Page width="narrow">
      {recurring ? (
        <>
          <RecurringHeader recurring={recurring} />
          {mayWrite ? (
            <RecurringForm draftOwner={draftOwnerOf(session)} recurring={recurring} />
          ) : (
            <ExpenseFacts expense={recurring} />
          )}
        </>
      ) : (
        <ErrorState level={1} query={query} />
      )}
    </Page>
  )
}

function RecurringHeader({ recurring }: { recurring: RecurringExpense }) {
  const { nextDate } = recurring
  const name = recurringName(recurring)
  const navigate = useNavigate()
  const [isEnding, setIsEnding] = useState(false)
  return (
    <>
      <ScheduleHeader
        kind={recurringKind}
        schedule={recurring}
        back={<BackLink to="/expenses/recurring">Recurring expenses</BackLink>}
        title={<span className="own-words wrap-anywhere">{name}</span>}
        facts={
          <span>
            {planSentence(recurring)}.{nextDate !== null && ` Next on ${formatDate(nextDate)}.`}
          </span>
        }
      >
        <Button variant="secondary" className="text-negative" onClick={() => setIsEnding(true)}>
          <CircleStop aria-hidden />
          End for good
        </Button>
      </ScheduleHeader>
      <EndForGoodDialog
        kind={recurringKind}
        schedule={recurring}
        name={name}
        open={isEnding}
        onOpenChange={setIsEnding}
        // Unsaved changes no longer matter.
        onEnded={() => navigate({ to: '/expenses/recurring', ignoreBlocker: true })}
      />
    </>
  )
}
