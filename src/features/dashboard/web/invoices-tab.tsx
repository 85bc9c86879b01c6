import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Clock, FileText } from 'lucide-react'
import { formatMoney } from '../../../shared/money.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import { FigureButton } from '../../figures/web/figure-button.tsx'
import { withCurrencies } from '../../figures/web/other-currencies.tsx'
import { invoiceCount } from '../../invoices/web/list/invoice-url-state.ts'
import type { Dashboard } from '../contract.ts'
import { dueDayText } from './day-text.ts'
import { Fact } from './fact.tsx'
import { ShortList, ShortListItem } from './short-list.tsx'

export function InvoicesTab({ dashboard }: { dashboard: Dashboard }) {
  const { today, isEmpty, owed, overdue, received, openInvoices } = dashboard
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      {!isEmpty && (
        <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
          <StatCard
            label="Total Outstanding"
            icon={Clock}
            tone="accent"
            value={
              <FigureButton figure="owed" label="Total Outstanding">
                {formatMoney(owed.minor, dashboard)}
              </FigureButton>
            }
            note={withCurrencies(`${invoiceCount(owed.count)} waiting for payment`, owed.other)}
          />
          <StatCard
            label="Total Paid"
            icon={CircleCheck}
            tone="positive"
            value={
              <FigureButton figure="received" label="Total Paid">
                {formatMoney(received.minor, dashboard)}
              </FigureButton>
            }
            note={withCurrencies(
              `Partial payments included · ${invoiceCount(received.count)} paid in full`,
              received.other,
            )}
          />
          <StatCard
            label="Overdue"
            icon={CircleAlert}
            tone={overdue.count === 0 ? 'default' : 'negative'}
            value={
              <FigureButton figure="overdue" label="Overdue">
                {formatMoney(overdue.minor, dashboard)}
              </FigureButton>
            }
            note={withCurrencies(`${invoiceCount(overdue.count)} past the due date`, overdue.other)}
          />
        </div>
      )}
      <Card className="min-w-0">
        {openInvoices.length === 0 ? (
          <EmptyState
            icon={FileText}
            title={isEmpty ? 'No invoices yet' : 'No unpaid invoices'}
            text={isEmpty ? 'The ones due first will appear here.' : 'No one owes you anything right now.'}
            action={<AllInvoices />}
          />
        ) : (
          <ShortList title="Due first" link={<AllInvoices />}>
            {openInvoices.map(({ id, number, clientName, dueDate, openMinor, currency }) => (
              <ShortListItem
                key={id}
                title={
                  <Link to="/invoices/$id" params={{ id }}>
                    <bdi>{clientName}</bdi>
                  </Link>
                }
                detail={
                  <>
                    <Fact tone={dueDate < today ? 'negative' : undefined}>{dueDayText(dueDate, today)}</Fact>{' '}
                    <Fact>Invoice {number}</Fact>
                  </>
                }
                amount={{ minor: openMinor, currency }}
              />
            ))}
          </ShortList>
        )}
      </Card>
    </div>
  )
}

function AllInvoices() {
  return (
    <Button asChild variant="secondary" size="sm">
      <Link to="/invoices">View All Invoices</Link>
    </Button>
  )
}
