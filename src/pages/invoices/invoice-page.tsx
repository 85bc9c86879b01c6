import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Session } from '../../features/auth/contract.ts'
import { SignedIn, useToday } from '../../features/auth/web/signed-in.tsx'
import { clientsQuery } from '../../features/clients/web/client-api.ts'
import type { Invoice } from '../../features/invoices/contract.ts'
import { formValuesOf } from '../../features/invoices/web/form/invoice-form-values.ts'
import { InvoiceForm } from '../../features/invoices/web/form/invoice-form.tsx'
import { invoiceQuery } from '../../features/invoices/web/invoice-api.ts'
import {
  DisputedBadge,
  InvoiceStatusBadge,
  PartPaidBadge,
} from '../../features/invoices/web/invoice-status-badge.tsx'
import { BackToInvoices, useInvoiceUrlState } from '../../features/invoices/web/list/back-to-invoices.tsx'
import { PaidInvoice } from '../../features/invoices/web/paper/paid-invoice.tsx'
import { InvoiceTimeline } from '../../features/invoices/web/timeline/invoice-timeline.tsx'
import { MarkPaidButton } from '../../features/payments/web/ledger/mark-paid-button.tsx'
import { PaymentsPanel } from '../../features/payments/web/ledger/payments-panel.tsx'
import { ReminderField } from '../../features/reminders/web/reminder-field.tsx'
import { RemindersPanel } from '../../features/reminders/web/reminders-panel.tsx'
import { SaysPaidNotice } from '../../features/reminders/web/says-paid-notice.tsx'
import { dateIn, formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import { isNotFound } from '../../web/api-client.ts'
import { NotFound } from '../../web/layout/not-found.tsx'
import { PageSkeleton } from '../../web/layout/page-skeleton.tsx'
import { Page } from '../../web/layout/page.tsx'
import { pageTitle } from '../../web/page-title.ts'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'
import { useDocumentTitle } from '../../web/use-document-title.ts'
import { InvoiceActions } from './invoice-actions.tsx'

/** /invoices/{id} and /invoices/{id}/edit */
export function InvoicePage() {
  const { id } = useParams({ strict: false })
  return <SignedIn>{(session) => <ExistingInvoice key={id} id={id ?? ''} session={session} />}</SignedIn>
}

function ExistingInvoice({ id, session }: { id: string; session: Session }) {
  const today = useToday(session)
  const invoice = useQuery(invoiceQuery(id))
  const clients = useQuery(clientsQuery(''))
  useDocumentTitle(invoice.data && pageTitle(`Invoice ${invoice.data.number}`))
  if (invoice.isPending || clients.isPending) return <PageSkeleton />
  if (!invoice.data) {
    return isNotFound(invoice.error) ? (
      <NotFound title="Invoice Not Found" text="It doesn’t exist, or it was deleted.">
        <Link to="/invoices">Back to Invoices</Link>
      </NotFound>
    ) : (
      <Page>
        <ErrorState query={invoice} />
      </Page>
    )
  }
  return (
    <Page>
      <InvoiceHeader invoice={invoice.data} timeZone={session.business.timeZone} />
      {invoice.data.status !== 'paid' && <SaysPaidNotice invoice={invoice.data} />}
      {invoice.data.status === 'paid' ? (
        <PaidInvoice invoice={invoice.data} today={today} timeZone={session.business.timeZone}>
          <PaymentsPanel invoice={invoice.data} />
          <InvoiceTimeline invoice={invoice.data} />
        </PaidInvoice>
      ) : (
        <InvoiceForm
          userId={session.user.id}
          invoice={invoice.data}
          initial={formValuesOf(invoice.data)}
          hasClients={clients.data?.clients.length !== 0}
          today={today}
          timeZone={session.business.timeZone}
          ReminderField={ReminderField}
        >
          <PaymentsPanel invoice={invoice.data} />
          <RemindersPanel invoice={invoice.data} />
          <InvoiceTimeline invoice={invoice.data} />
        </InvoiceForm>
      )}
    </Page>
  )
}

function InvoiceHeader({ invoice, timeZone }: { invoice: Invoice; timeZone: string }) {
  const navigate = useNavigate()
  const search = useInvoiceUrlState()
  const { id, number, publicUrl, status, client, totals, openCents, dueDate, sentAt, paidAt } = invoice
  const { isDisputed } = invoice
  const { totalCents } = totals
  const isPartlyPaid = status !== 'paid' && openCents < totalCents
  return (
    <PageHeader
      above={<BackToInvoices />}
      title={`Invoice ${number}`}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <InvoiceStatusBadge status={status} />
          {isPartlyPaid && <PartPaidBadge />}
          {isDisputed && <DisputedBadge />}
          <span className="tabular-nums">
            {isPartlyPaid && `${formatMoney(openCents)} open of `}
            {formatMoney(totalCents)},{' '}
            {paidAt ? `paid ${formatDate(dateIn(timeZone, new Date(paidAt)))}` : `due ${formatDate(dueDate)}`}
          </span>
        </span>
      }
      actions={
        <>
          <MarkPaidButton
            invoice={invoice}
            className="whitespace-nowrap max-sm:flex-auto max-sm:px-2 max-[23rem]:basis-full"
          />
          <InvoiceActions
            invoice={{
              id,
              number,
              publicUrl,
              status,
              clientEmail: client.email,
              openCents,
              totalCents,
              sentAt,
            }}
            // The invoice no longer exists, so there is nothing to save.
            onDeleted={() => navigate({ to: '/invoices', search, ignoreBlocker: true })}
          />
        </>
      }
    />
  )
}
