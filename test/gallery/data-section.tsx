import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleAlert,
  CircleCheck,
  Clock,
  FileText,
  MoreHorizontal,
  Wallet,
} from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '../../src/shared/money.ts'
import { Badge } from '../../src/web/ui/badge.tsx'
import { Button } from '../../src/web/ui/button.tsx'
import { type Column, DataTable } from '../../src/web/ui/data-table.tsx'
import { EmptyState } from '../../src/web/ui/empty-state.tsx'
import { ErrorState } from '../../src/web/ui/error-state.tsx'
import { formatIsoDate } from '../../src/web/ui/fields/date-text.ts'
import { Pagination } from '../../src/web/ui/pagination.tsx'
import { ShowMore } from '../../src/web/ui/show-more.tsx'
import { StatCard } from '../../src/web/ui/stat-card.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../src/web/ui/tabs.tsx'

const statuses = {
  paid: { tone: 'positive', icon: CircleCheck, label: 'Paid' },
  pending: { tone: 'attention', icon: Clock, label: 'Pending' },
  overdue: { tone: 'negative', icon: CircleAlert, label: 'Overdue' },
} as const

interface Invoice {
  number: string
  client: string
  status: keyof typeof statuses
  due: string
  minor: number
}

const invoices: readonly Invoice[] = [
  { number: '3F2A91C0', client: 'Corner bakery', status: 'paid', due: '2026-03-09', minor: 123_450 },
  { number: '77B0D1E4', client: 'Bike repair shop', status: 'pending', due: '2026-04-01', minor: 8_000 },
  { number: 'A90C44F2', client: 'Ceramics studio', status: 'overdue', due: '2026-02-14', minor: 1_120_075 },
]

const columns: ReadonlyArray<Column<Invoice>> = [
  {
    key: 'client',
    header: 'Client',
    primary: true,
    cell: (invoice) => <span className="font-medium">{invoice.client}</span>,
  },
  {
    key: 'number',
    header: 'Invoice',
    cell: (invoice) => <span className="text-muted">{invoice.number}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => (
      <Badge tone={statuses[status].tone} icon={statuses[status].icon}>
        {statuses[status].label}
      </Badge>
    ),
  },
  {
    key: 'due',
    header: 'Due',
    cell: (invoice) => <time dateTime={invoice.due}>{formatIsoDate(invoice.due)}</time>,
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: (invoice) => formatMoney(invoice.minor, { currency: 'USD' }),
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    className: 'as-table:w-px',
    cell: (invoice) => (
      <Button variant="ghost" size="icon" aria-label={`More for ${invoice.number}`}>
        <MoreHorizontal aria-hidden />
      </Button>
    ),
  },
]

const tables = {
  filled: { label: 'All Invoices', rows: invoices, loading: false, error: undefined },
  loading: { label: 'Loading', rows: [], loading: true, error: undefined },
  empty: { label: 'Empty', rows: [], loading: false, error: undefined },
  error: { label: 'Failed', rows: [], loading: false, error: <ErrorState onRetry={() => undefined} /> },
}

const tabOrder = ['filled', 'loading', 'empty', 'error'] as const

export function DataSection() {
  const [tab, setTab] = useState('filled')
  const [isAll, setIsAll] = useState(false)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <StatCard
          label="Cash balance"
          value="$12,480.00"
          note="In 2 connected accounts"
          icon={Wallet}
          tone="accent"
        />
        <StatCard
          label="Money in"
          value="$4,200.00"
          note="3 open invoices"
          icon={ArrowDownLeft}
          tone="positive"
        />
        <StatCard
          label="Money out"
          value="-$1,820.40"
          note="This month"
          icon={ArrowUpRight}
          tone="negative"
        />
        <StatCard
          label="Total users"
          value="0"
          note="On this server"
          loading
          loadingText="..."
          icon={FileText}
        />
      </div>
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Invoices">
          {tabOrder.map((key) => (
            <Tab key={key} value={key}>
              {tables[key].label}
            </Tab>
          ))}
          <Tab value="receipts" disabled note="Coming Soon">
            Receipts
          </Tab>
        </TabList>
        {tabOrder.map((key) => (
          <TabPanel key={key} value={key} className="flex flex-col gap-4">
            <DataTable
              caption="Invoices"
              columns={columns}
              rows={tables[key].rows}
              rowKey={(invoice) => invoice.number}
              loading={tables[key].loading}
              error={tables[key].error}
              empty={
                <EmptyState
                  icon={FileText}
                  title="No invoices yet"
                  text="Send your first invoice and see here who owes you, and since when."
                  action={<Button>Create an invoice</Button>}
                />
              }
            />
            {key === 'filled' && (
              <Pagination
                summary="Showing 1–3 of 132"
                page={{ previous: null, next: 'next' }}
                onTurn={() => undefined}
              />
            )}
          </TabPanel>
        ))}
      </Tabs>
      <ShowMore
        list={{ hasNextPage: !isAll, isFetchingNextPage: false, fetchNextPage: () => setIsAll(true) }}
        className="self-center"
      />
    </>
  )
}
