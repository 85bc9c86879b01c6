import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Repeat2 } from 'lucide-react'
import { HelpHint } from '../../../web/help-hint.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { useMay } from '../../auth/web/session.ts'
import { ScheduleList, scheduleColumns } from '../../schedules/web/schedule-list.tsx'
import { ScheduleMenu } from '../../schedules/web/schedule-menu.tsx'
import { recurringExpensesQuery } from './expense-api.ts'
import { AddExpenseLink, ExpenseTabs } from './expense-links.tsx'
import { recurringKind, recurringName } from './recurring-kind.ts'

export function RecurringExpensesPage() {
  const list = useInfiniteQuery(recurringExpensesQuery)
  const mayWrite = useMay('money.write')
  const recurring = list.data?.pages.flatMap((page) => page.recurring) ?? []
  return (
    <Page>
      <PageHeader
        title="Recurring Expenses"
        help={<HelpHint topic="recurring-expenses" />}
        description="Costs that repeat, added up to 31 days ahead."
        actions={<AddExpenseLink />}
      />
      <ExpenseTabs />
      <ScheduleList
        list={list}
        caption="Recurring expenses"
        columns={columns}
        rows={recurring}
        empty={mayWrite ? noRecurring : noneYet}
      />
    </Page>
  )
}

const columns = scheduleColumns(recurringKind, {
  header: 'Expense',
  name: recurringName,
  nameClassName: 'line-clamp-2',
  details: [{ key: 'category', header: 'Category', cell: ({ category }) => category }],
  amount: ({ amountMinor, currency }) => ({ minor: amountMinor, currency }),
  menu: (recurring) => {
    const name = recurringName(recurring)
    return (
      <ScheduleMenu
        kind={recurringKind}
        schedule={recurring}
        name={name}
        label={`More actions for ${name}`}
      />
    )
  },
})

const noneYet = <EmptyState icon={Repeat2} level={2} title="No recurring expenses yet" />

const noRecurring = (
  <EmptyState
    icon={Repeat2}
    level={2}
    title="No recurring expenses yet"
    text="For rent, salaries and subscriptions. Add the expense once, choose how often it repeats, and each one is added on its date. You see what’s coming up to 31 days ahead."
    action={
      <Button asChild variant="secondary">
        <Link to="/expenses/new">Add one that repeats</Link>
      </Button>
    }
  />
)
