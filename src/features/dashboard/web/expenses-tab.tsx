import { Link } from '@tanstack/react-router'
import { Receipt } from 'lucide-react'
import { formatDate, monthOf } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import { expenseCount } from '../../expenses/web/expense-url-state.ts'
import { FigureButton } from '../../figures/web/figure-button.tsx'
import { withCurrencies } from '../../figures/web/other-currencies.tsx'
import type { Dashboard } from '../contract.ts'
import { longMonth, monthKey } from './cash-flow-text.ts'
import { ShortList, ShortListItem } from './short-list.tsx'

export function ExpensesTab({ dashboard }: { dashboard: Dashboard }) {
  const { today, isEmpty, spentInMonth, latestExpenses } = dashboard
  return (
    <div className="grid gap-4 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:items-start">
      {!isEmpty && (
        <StatCard
          label="Total Monthly Expenses"
          icon={Receipt}
          tone="accent"
          value={
            <FigureButton figure="spent" month={monthKey(today)} label="Total Monthly Expenses">
              {formatMoney(spentInMonth.minor, dashboard)}
            </FigureButton>
          }
          note={withCurrencies(
            `${expenseCount(spentInMonth.count)} in all of ${longMonth(monthOf(today))}`,
            spentInMonth.other,
          )}
        />
      )}
      <Card className={isEmpty ? 'min-w-0 lg:col-span-2' : 'min-w-0'}>
        {latestExpenses.length === 0 ? (
          <EmptyState
            icon={Receipt}
            title="No expenses yet"
            text="Your latest expenses will appear here."
            action={<AllExpenses />}
          />
        ) : (
          <ShortList title="Latest" link={<AllExpenses />}>
            {latestExpenses.map(({ id, date, category, notes, amountMinor, currency }) => (
              <ShortListItem
                key={id}
                title={
                  <Link to="/expenses/$id/edit" params={{ id }}>
                    <bdi>{notes || category}</bdi>
                  </Link>
                }
                detail={notes === '' ? formatDate(date) : `${formatDate(date)} · ${category}`}
                amount={{ minor: amountMinor, currency }}
              />
            ))}
          </ShortList>
        )}
      </Card>
    </div>
  )
}

function AllExpenses() {
  return (
    <Button asChild variant="secondary" size="sm">
      <Link to="/expenses">View All Expenses</Link>
    </Button>
  )
}
