import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'

import { dateIn, formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { ApiError } from '../../../web/api-client.ts'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { pageTitle } from '../../../web/page-title.ts'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import type { Session } from '../../auth/contract.ts'
import type { Logo } from '../../business/contract.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import { clientsQuery } from '../../clients/web/client-api.ts'
import type { Invoice } from '../contract.ts'
import type { InvoiceContent } from '../input-rules.ts'
import { BackToInvoices, useListPlace } from './back-to-invoices.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { invoiceQuery } from './invoice-api.ts'
import { formValuesFrom, formValuesOf, newFormValues } from './invoice-form-values.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { DisputedBadge, InvoiceStatusBadge } from './invoice-status-badge.tsx'
import { InvoiceTimeline } from './invoice-timeline.tsx'
import { SignedIn, useToday } from './signed-in.tsx'
import { MarkPaidButton } from './mark-paid-button.tsx'
import { PaidInvoice } from './paid-invoice.tsx'
import { useInvoiceParts } from './invoice-parts.ts'
import { useDocumentTitle } from './use-document-title.ts'
import { styleInPlan } from '../style-rules.ts'

/** What a new invoice may begin with. */
export interface InvoiceStart {
  /** Of what it came from. */
  id: string
  content: InvoiceContent
  logo: Logo | null
}

interface NewInvoicePageProps {
  start?: InvoiceStart | undefined
  actions?: ReactNode
  /** Between the title and the form. */
  children?: ReactNode
}

export function NewInvoicePage(props: NewInvoicePageProps) {
  return <SignedIn>{(session) => <NewInvoice key={props.start?.id} session={session} {...props} />}</SignedIn>
}

export function EditInvoicePage() {
  const { id } = useParams({ strict: false })
  return <SignedIn>{(session) => <ExistingInvoice key={id} id={id ?? ''} session={session} />}</SignedIn>
}

function NewInvoice({ session, start, actions, children }: NewInvoicePageProps & { session: Session }) {
  const business = useQuery(businessQuery)
  const clients = useQuery(clientsQuery(''))
  const today = useToday(session)
  if (business.isPending || clients.isPending) return <PageSkeleton />
  return (
    <Page>
      <PageHeader title="Create New Invoice" above={<BackToInvoices />} actions={actions} />
      {children}
      {business.data ? (
        <InvoiceForm
          userId={session.user.id}
          invoice={null}
          initial={
            start ? formValuesFrom(start.content, start.logo, today) : newFormValues(business.data, today)
          }
          begunWith={start?.id}
          hasClients={clients.data?.clients.length !== 0}
          today={today}
          timeZone={session.business.timeZone}
          style={styleInPlan(business.data.plan, business.data.documentStyle)}
        />
      ) : (
        <ErrorState retrying={business.isFetching} onRetry={() => void business.refetch()} />
      )}
    </Page>
  )
}

function ExistingInvoice({ id, session }: { id: string; session: Session }) {
  const today = useToday(session)
  const invoice = useQuery(invoiceQuery(id))
  const clients = useQuery(clientsQuery(''))
  const parts = useInvoiceParts()
  useDocumentTitle(invoice.data && pageTitle(`Invoice ${invoice.data.number}`))
  if (invoice.isPending || clients.isPending) return <PageSkeleton />
  if (!invoice.data) {
    const isUnknown = invoice.error instanceof ApiError && invoice.error.status === 404
    return isUnknown ? (
      <UnknownInvoice />
    ) : (
      <Page>
        <ErrorState retrying={invoice.isFetching} onRetry={() => void invoice.refetch()} />
      </Page>
    )
  }
  return (
    <Page>
      <InvoiceHeader invoice={invoice.data} timeZone={session.business.timeZone} />
      {parts && invoice.data.status !== 'paid' && <parts.SaysPaidNotice invoice={invoice.data} />}
      {invoice.data.status === 'paid' ? (
        <PaidInvoice invoice={invoice.data} today={today} timeZone={session.business.timeZone} />
      ) : (
        <InvoiceForm
          userId={session.user.id}
          invoice={invoice.data}
          initial={formValuesOf(invoice.data)}
          hasClients={clients.data?.clients.length !== 0}
          today={today}
          timeZone={session.business.timeZone}
        >
          {parts && <parts.PaymentsPanel invoice={invoice.data} />}
          {parts && <parts.RemindersPanel invoice={invoice.data} />}
          <InvoiceTimeline invoice={invoice.data} />
        </InvoiceForm>
      )}
    </Page>
  )
}

function InvoiceHeader({ invoice, timeZone }: { invoice: Invoice; timeZone: string }) {
  const navigate = useNavigate()
  const search = useListPlace()
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
            // There is nothing left to save.
            onDeleted={() => navigate({ to: '/invoices', search, ignoreBlocker: true })}
          />
        </>
      }
    />
  )
}

function UnknownInvoice() {
  return (
    <Page width="narrow">
      <EmptyState
        level={1}
        icon={FileQuestion}
        title="Invoice Not Found"
        text="It doesn’t exist, or it was deleted."
        action={
          <Button asChild>
            <Link to="/invoices">Back to Invoices</Link>
          </Button>
        }
      />
    </Page>
  )
}
