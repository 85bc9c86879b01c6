import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Repeat2 } from 'lucide-react'
import { HelpHint } from '../../../web/help-hint.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { AddExpenseLink } from './add-expense-link.tsx'
import { recurringExpensesQuery } from './expense-api.ts'
import { ExpenseTabs } from './expense-tabs.tsx'
import { RecurringTable } from './recurring/recurring-table.tsx'

export function RecurringExpensesPage() {
  const list = useInfiniteQuery(recurringExpensesQuery)
  const recurring = list.data?.pages.flatMap((page) => page.recurring) ?? []
  return (
    <Page>
      <PageHeader
        title="Recurring Expenses"
        help={<HelpHint topic="recurring-expenses" />}
        description="What you pay again and again, added up to 31 days ahead."
        actions={<AddExpenseLink />}
      />
      <ExpenseTabs />
      {list.isError && !list.data ? (
        <Card>
          <ErrorState
            title="Failed to load recurring expenses. Please try again."
            text="They are safe, and go on automatically."
            retrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </Card>
      ) : list.isSuccess && recurring.length === 0 ? (
        <NoRecurring />
      ) : (
        <RecurringTable recurring={recurring} loading={list.isPending} />
      )}
      <ShowMore list={list} className="self-center" />
    </Page>
  )
}

function NoRecurring() {
  return (
    <Card>
      <EmptyState
        icon={Repeat2}
        level={2}
        title="No recurring expenses yet"
        text="For rent, salaries and subscriptions: add the expense once, choose how often it repeats, and each one is added for its day. You see what is coming up to 31 days ahead."
        action={
          <Button asChild variant="secondary">
            <Link to="/expenses/new">Add one that repeats</Link>
          </Button>
        }
      />
    </Card>
  )
}
