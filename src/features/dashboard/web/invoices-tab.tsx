import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Clock, FileText } from 'lucide-react'
import { formatMoney } from '../../../shared/money.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import { WhyButton } from '../../figures/web/why-button.tsx'
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
            value={formatMoney(owed.cents)}
            note={`${invoiceCount(owed.count)} waiting for payment`}
            why={<WhyButton figure="owed" label="Total Outstanding" />}
          />
          <StatCard
            label="Total Paid"
            icon={CircleCheck}
            tone="positive"
            value={formatMoney(received.cents)}
            note={`Part payments included · ${invoiceCount(received.count)} paid in full`}
            why={<WhyButton figure="received" label="Total Paid" />}
          />
          <StatCard
            label="Overdue"
            icon={CircleAlert}
            tone={overdue.count === 0 ? 'default' : 'negative'}
            value={formatMoney(overdue.cents)}
            note={`${invoiceCount(overdue.count)} past the due date`}
            why={<WhyButton figure="overdue" label="Overdue" />}
          />
        </div>
      )}
      <Card className="min-w-0">
        {openInvoices.length === 0 ? (
          <EmptyState
            icon={FileText}
            title={isEmpty ? 'No invoices yet' : 'No open invoices'}
            text={
              isEmpty
                ? 'Those that are due first will stand here.'
                : 'Nobody owes you anything at the moment.'
            }
            action={<AllInvoices />}
          />
        ) : (
          <ShortList title="Due first" link={<AllInvoices />}>
            {openInvoices.map(({ id, number, clientName, dueDate, openCents }) => (
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
                amountCents={openCents}
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
