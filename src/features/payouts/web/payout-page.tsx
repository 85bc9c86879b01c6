import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { isNotFound } from '../../../web/api-client.ts'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { NotFound } from '../../../web/layout/not-found.tsx'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Badge } from '../../../web/ui/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import type { PayoutView } from '../contract.ts'
import { payoutTitle } from '../rules.ts'
import { payoutQuery } from './payout-api.ts'
import { PayoutLines } from './payout-lines.tsx'
import { PayoutStateBadge } from './payout-state-badge.tsx'
import { partsOf } from './payout-text.ts'

export function PayoutPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(payoutQuery(id))
  if (query.data) return <View payout={query.data} />
  if (query.isPending) return <PageSkeleton />
  if (isNotFound(query.error)) {
    return (
      <NotFound title="Payout Not Found" text="It doesn’t exist, or it belongs to another business.">
        <Link to="/payouts">Back to Payouts</Link>
      </NotFound>
    )
  }
  return (
    <Page width="narrow">
      <ErrorState level={1} query={query} />
    </Page>
  )
}

function View({ payout }: { payout: PayoutView }) {
  return (
    <Page width="settings">
      <PageHeader
        above={<BackLink to="/payouts">Payouts</BackLink>}
        title={payoutTitle(payout)}
        actions={
          <>
            {payout.isTest && <Badge tone="attention">Test: no money moved</Badge>}
            <PayoutStateBadge payout={payout} />
          </>
        }
      />
      <Calculation payout={payout} />
      <InBank payout={payout} />
      {payout.lines.length > 0 && <PayoutLines payout={payout} />}
    </Page>
  )
}

/** How the payments become the amount that the bank received. */
function Calculation({ payout }: { payout: PayoutView }) {
  const { currency, amountMinor } = payout
  return (
    <Card>
      <table className="w-full text-sm">
        <caption className="sr-only">How this payout was calculated</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Number</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {partsOf(payout).map(({ name, count, amountMinor: part }) => (
            <tr key={name}>
              <th scope="row" className="px-4 py-3 text-left font-normal sm:px-6">
                {name}
              </th>
              <td className="py-3 text-right text-muted tabular-nums">{count}</td>
              <td className="px-4 py-3 text-right whitespace-nowrap tabular-nums sm:px-6">
                {formatMoney(part, { currency })}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t-2 border-border text-base font-semibold">
          <tr>
            <th scope="row" colSpan={2} className="px-4 py-3 text-left sm:px-6">
              {amountMinor < 0 ? 'Taken from your bank' : 'Paid out'}
            </th>
            <td className="px-4 py-3 text-right whitespace-nowrap tabular-nums sm:px-6">
              {formatMoney(amountMinor, { currency })}
            </td>
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}

function InBank({ payout }: { payout: PayoutView }) {
  const { transaction, feeExpenseId, feeMinor, currency } = payout
  return (
    <Card>
      <CardHeader>
        <CardTitle>In your bank</CardTitle>
      </CardHeader>
      <div className="flex flex-col gap-2 px-4 pb-4 text-sm sm:px-6 sm:pb-6">
        {transaction ? (
          <p className="own-words wrap-anywhere">
            {[formatDate(transaction.date), transaction.description, transaction.accountLabel]
              .filter(Boolean)
              .join(' · ')}
          </p>
        ) : (
          <p>
            Not matched with a bank transaction yet. When it arrives, it shows under{' '}
            <Link to="/transactions/review" className={textLink}>
              Review matches
            </Link>
            .
          </p>
        )}
        {feeExpenseId === null ? (
          feeMinor > 0 &&
          !transaction && <p className="text-muted">Its fees become an expense once it is matched.</p>
        ) : (
          <p>
            {transaction
              ? `Its fees of ${formatMoney(feeMinor, { currency })} are `
              : 'You changed the expense for its fees, so it was kept: '}
            <Link to="/expenses/$id/edit" params={{ id: feeExpenseId }} className={textLink}>
              {transaction ? 'an expense' : 'open the expense'}
            </Link>
            .
          </p>
        )}
      </div>
    </Card>
  )
}
