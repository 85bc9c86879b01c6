import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Repeat2 } from 'lucide-react'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { useMay } from '../../auth/web/session.ts'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { InvoiceTabs } from '../../invoices/web/list/invoice-tabs.tsx'
import { ScheduleList, scheduleColumns } from '../../schedules/web/schedule-list.tsx'
import type { SeriesListItem } from '../contract.ts'
import { seriesListQuery } from './series-api.ts'
import { seriesKind } from './series-kind.ts'
import { SeriesMenu } from './series-menu.tsx'
import { madeText, pauseText } from './series-text.ts'

export function RecurringInvoicesPage() {
  const list = useInfiniteQuery(seriesListQuery)
  const mayWrite = useMay('sales.write')
  const isLocked = useIsLocked('recurringInvoices')
  const series = list.data?.pages.flatMap((page) => page.series) ?? []
  return (
    <Page>
      <PageHeader
        title="Recurring Invoices"
        description="Invoices created and sent on a schedule."
        actions={
          mayWrite &&
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
        <UpgradeCard feature="recurringInvoices" title="Invoices created automatically">
          Choose a client, an amount and a frequency, and each invoice is created on its date and emailed if
          you like.{' '}
          {series.length === 0
            ? 'The Free plan does not include this.'
            : 'The ones you have keep running within the Free plan’s monthly limit. You can pause, skip and end them. To change or add one, you need the Pro plan.'}
        </UpgradeCard>
      )}
      <ScheduleList
        list={list}
        caption="Recurring invoices"
        columns={columns}
        rows={series}
        empty={!isLocked && (mayWrite ? noSeries : noneYet)}
        // Without the plan there is usually no list, so a skeleton would only flash.
        waits={isLocked}
      />
    </Page>
  )
}

const columns = scheduleColumns<SeriesListItem>(seriesKind, {
  header: 'Client',
  name: ({ clientName }) => clientName,
  nameClassName: 'touch:inline-block',
  amount: ({ totalMinor, currency }) => ({ minor: totalMinor, currency }),
  nextNote: ({ sends }) => (sends ? 'Emailed automatically' : 'As a draft'),
  stateNote: (series) => pauseText(series) ?? madeText(series.made),
  menu: (series) => <SeriesMenu series={series} clientName={series.clientName} />,
})

const noneYet = <EmptyState icon={Repeat2} level={2} title="No recurring invoices yet" />

const noSeries = (
  <EmptyState
    icon={Repeat2}
    level={2}
    title="No recurring invoices yet"
    text="For rent, retainers and subscriptions. Set one up once, and each invoice is created on its date. You can also turn an existing invoice into one from its menu."
    action={
      <Button asChild variant="secondary">
        <Link to="/invoices/recurring/new">Set up your first one</Link>
      </Button>
    }
  />
)
