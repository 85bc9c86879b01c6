import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Repeat2 } from 'lucide-react'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../billing/web/use-plan.ts'
import { InvoiceTabs } from '../../invoices/web/list/invoice-tabs.tsx'
import { seriesListQuery } from './series-api.ts'
import { SeriesListTable } from './series-list-table.tsx'

export function RecurringInvoicesPage() {
  const list = useInfiniteQuery(seriesListQuery)
  const isLocked = useIsLocked('recurringInvoices')
  const series = list.data?.pages.flatMap((page) => page.series) ?? []
  const isEmpty = list.isSuccess && series.length === 0
  return (
    <Page>
      <PageHeader
        title="Recurring Invoices"
        description="Invoices that are made again and again, each on its day."
        actions={
          !isLocked && (
            <Button asChild>
              <Link to="/invoices/recurring/new">
                <Plus aria-hidden />
                New Recurring Invoice
              </Link>
            </Button>
          )
        }
      />
      <InvoiceTabs />
      {isLocked && (
        <UpgradeCard feature="recurringInvoices" title="Invoices made automatically">
          Choose a client, an amount and a rhythm, and each invoice is made on its day, and mailed if you
          like.{' '}
          {series.length === 0
            ? 'The Free plan does not include this.'
            : 'Those you have keep running within the Free plan’s invoices a month. You can pause, skip and end them; to change or add one takes the Pro plan.'}
        </UpgradeCard>
      )}
      {list.isError && !list.data ? (
        <Card>
          <ErrorState
            title="Failed to load recurring invoices. Please try again."
            text="They are safe, and go on automatically."
            retrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </Card>
      ) : isEmpty ? (
        !isLocked && <NoSeries /> // Without the plan there is usually no list, so a skeleton would only flash.
      ) : isLocked && list.isPending ? null : (
        <SeriesListTable series={series} loading={list.isPending} />
      )}
      <ShowMore list={list} className="self-center" />
    </Page>
  )
}

function NoSeries() {
  return (
    <Card>
      <EmptyState
        icon={Repeat2}
        level={2}
        title="No recurring invoices yet"
        text="For rent, retainers and subscriptions: say once what it is and how often, and each invoice is made on its day. An invoice you have can become one too, from its menu."
        action={
          <Button asChild variant="secondary">
            <Link to="/invoices/recurring/new">Set up your first</Link>
          </Button>
        }
      />
    </Card>
  )
}
