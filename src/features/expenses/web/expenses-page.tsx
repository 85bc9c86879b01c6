import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Receipt, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { Page } from '../../../web/layout/page.tsx'
import { isFiltered, withChange } from '../../../web/lists/list-url-state.ts'
import { usePagedList } from '../../../web/lists/use-paged-list.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { useSelection } from '../../../web/use-selection.ts'
import type { Session } from '../../auth/contract.ts'
import { useMay } from '../../auth/web/session.ts'
import { SignedIn, useToday } from '../../auth/web/signed-in.tsx'
import { ExportMenu } from '../../exports/web/export-menu.tsx'
import { exportExpenses } from '../contract.ts'
import { expenseListQuery } from './expense-api.ts'
import { ExpenseFilters } from './expense-filters.tsx'
import { AddExpenseLink, ExpenseTabs } from './expense-links.tsx'
import { ExpenseListTable } from './expense-list-table.tsx'
import { ExpenseSelectionBar } from './expense-selection-bar.tsx'
import { ExpenseSummaryCards } from './expense-summary-cards.tsx'
import { type ExpenseUrlState, expenseCount, expenseList } from './expense-url-state.ts'

export function ExpensesPage() {
  return <SignedIn>{(session) => <ExpenseList session={session} />}</SignedIn>
}

function ExpenseList({ session }: { session: Session }) {
  const today = useToday(session)
  const urlState: ExpenseUrlState = useSearch({ from: '/expenses' })
  const navigate = useNavigate({ from: '/expenses' })
  const list = useQuery(expenseListQuery(urlState))
  const selection = useSelection()
  const { top, isPaged, turnTo, failure, failed } = usePagedList({
    what: 'expenses',
    list,
    urlState,
    goTo: (search, options) => {
      selection.stop()
      void navigate({ search, ...options })
    },
    toasts: true,
  })
  const mayWrite = useMay('money.write')
  const businessId = session.business.id
  useEffect(() => expenseList.leave(businessId, urlState), [businessId, urlState])
  const page = list.data

  return (
    <Page>
      <PageHeader
        title="Expenses"
        description="What you spend, what it’s for, and what’s coming up."
        actions={
          <>
            <ExportMenu what="expenses" endpoint={exportExpenses} urlState={urlState} />
            <AddExpenseLink />
          </>
        }
      />
      <ExpenseTabs />
      <ExpenseSummaryCards />
      <section ref={top} tabIndex={-1} aria-labelledby="expense-list" className="flex flex-col gap-4">
        <h2 id="expense-list" className="sr-only">
          List of expenses
        </h2>
        <ExpenseFilters
          urlState={urlState}
          onCategory={(category) => {
            selection.stop()
            void navigate({ search: withChange(urlState, { category }), resetScroll: false })
          }}
          onSearch={(search) => {
            selection.stop()
            void navigate({
              search: withChange(urlState, { search: search || undefined }),
              // Replace the history entry, so that Back does not step through the search letter by letter.
              replace: urlState.search !== undefined,
              resetScroll: false,
            })
          }}
        />
        {page &&
          !selection.isOn &&
          (mayWrite || !isPaged) &&
          (page.expenses.length > 0 || isFiltered(urlState)) && (
            <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
              <p aria-live="polite" className="text-sm text-muted">
                {!isPaged && expenseCount(page.expenses.length)}
              </p>
              {mayWrite && page.expenses.length > 0 && (
                <Button variant="ghost" size="sm" onClick={() => selection.start()}>
                  Select several
                </Button>
              )}
            </div>
          )}
        {selection.isOn && page && (
          <ExpenseSelectionBar
            selection={selection}
            expenses={page.expenses}
            list={top}
            // The current page may be empty now.
            onDeleted={(isWholePage) => isWholePage && void navigate({ search: withChange(urlState) })}
          />
        )}
        <ListContent
          list={list}
          failure={failure}
          failed={failed}
          isEmpty={page?.expenses.length === 0}
          empty={<NoExpenses hasFilters={isFiltered(urlState)} />}
          tall
          dims
        >
          {page ? (
            <ExpenseListTable
              expenses={page.expenses}
              today={today}
              selection={selection.isOn ? selection : undefined}
            />
          ) : (
            <Card className="min-h-64 justify-center">
              <Spinner
                size="lg"
                label="Loading expenses..."
                className="animate-late self-center text-muted"
              />
            </Card>
          )}
        </ListContent>
        {page && isPaged && (
          <Pagination
            label="Pages of expenses"
            summary={`${expenseCount(page.expenses.length)} on this page`}
            page={page}
            onTurn={turnTo}
          />
        )}
      </section>
    </Page>
  )
}

function NoExpenses({ hasFilters }: { hasFilters: boolean }) {
  const mayWrite = useMay('money.write')
  return (
    <EmptyState
      icon={hasFilters ? SearchX : Receipt}
      title={
        mayWrite
          ? 'No expenses found. Try adjusting your filters or add a new expense.'
          : 'No expenses found.'
      }
      action={
        (mayWrite || hasFilters) && (
          <Button asChild variant="secondary">
            {hasFilters ? (
              <Link to="/expenses">Clear filters</Link>
            ) : (
              <Link to="/expenses/new">Add your first expense</Link>
            )}
          </Button>
        )
      }
    />
  )
}
