import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Wallet } from 'lucide-react'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { twoLineRows } from '../../../web/ui/two-line-rows.ts'
import { useMay } from '../../auth/web/session.ts'
import type { Payout } from '../contract.ts'
import { contentText, providerNames } from '../rules.ts'
import { payoutsQuery } from './payout-api.ts'
import { PayoutStateBadge } from './payout-state-badge.tsx'
import { problemText } from './payout-text.ts'

const columns: ReadonlyArray<Column<Payout>> = [
  {
    key: 'payout',
    header: 'Payout',
    primary: true,
    className: twoLineRows.title,
    cell: ({ id, provider, arrivesOn, isTest }) => (
      <Link
        to="/payouts/$id"
        params={{ id }}
        aria-label={`${providerNames[provider]} payout of ${formatDate(arrivesOn)}`}
        className={`touch:py-2.5 ${textLink}`}
      >
        {providerNames[provider]}
        {isTest && ' (test)'}
      </Link>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    className: `${twoLineRows.firstDetail} whitespace-nowrap`,
    cell: ({ arrivesOn }) => <time dateTime={arrivesOn}>{formatDate(arrivesOn)}</time>,
  },
  {
    key: 'content',
    header: 'Contains',
    className: twoLineRows.detail,
    cell: (payout) => contentText(payout) || '—',
  },
  {
    key: 'fees',
    header: 'Fees',
    numeric: true,
    className: 'as-cards:hidden',
    cell: ({ feeMinor, currency }) => formatMoney(feeMinor, { currency }),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    className: twoLineRows.figure,
    cell: ({ amountMinor, currency }) => (
      <span className="font-medium">{formatMoney(amountMinor, { currency })}</span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    className: twoLineRows.control,
    cell: (payout) => <PayoutStateBadge payout={payout} />,
  },
]

/** What Stripe and PayPal have paid out to the bank. */
export function PayoutsPage() {
  const list = useInfiniteQuery(payoutsQuery)
  const mayConnect = useMay('keys.write')
  const payouts = list.data?.pages.flatMap((page) => page.payouts) ?? []
  const problems = list.data?.pages[0]?.problems ?? []
  return (
    <Page>
      <PageHeader
        above={<BackLink to="/transactions">Transactions</BackLink>}
        title="Payouts"
        help={<HelpHint topic="payouts" />}
        description="What Stripe and PayPal have paid out to your bank, with the payments, refunds and fees inside."
      />
      {problems.map(({ provider, problem }) => (
        <Notice
          key={provider}
          tone="attention"
          actions={
            mayConnect && (
              <Button asChild variant="secondary" size="sm">
                <Link to="/integrations">Integrations</Link>
              </Button>
            )
          }
        >
          {problemText(provider, problem)}
        </Notice>
      ))}
      <section aria-label="List of payouts" className="flex flex-col gap-4">
        <ListContent
          list={list}
          failure={{ title: 'The payouts could not be loaded', text: 'Nothing was changed.' }}
          isEmpty={list.isSuccess && payouts.length === 0}
          empty={
            <EmptyState
              icon={Wallet}
              level={2}
              title="No payouts yet"
              text="Once a client has paid by card or PayPal and the money is on its way to your bank, it shows here, usually on the next day."
            />
          }
        >
          <DataTable
            caption="Payouts"
            columns={columns}
            rows={payouts}
            rowKey={({ id }) => id}
            loading={list.isPending}
            framed={false}
            className={`${twoLineRows.table} as-cards:[&_tbody_tr]:pb-2.5`}
          />
        </ListContent>
        <ShowMore list={list} />
      </section>
    </Page>
  )
}
