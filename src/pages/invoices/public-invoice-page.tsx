import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, lazy, useRef, useState } from 'react'
import { amountDueOf } from '../../features/invoices/document/movement-rules.ts'
import { nextPartName } from '../../features/invoices/parts/part-text-rules.ts'
import { noteInvoiceView } from '../../features/invoices/public/contract.ts'
import { publicInvoiceQuery } from '../../features/invoices/web/invoice-api.ts'
import { InvoicePaper } from '../../features/invoices/web/paper/invoice-paper.tsx'
import { OwnerBar } from '../../features/invoices/web/public/owner-bar.tsx'
import { PublicColumns } from '../../features/invoices/web/public/public-columns.tsx'
import { PublicFiles } from '../../features/invoices/web/public/public-files.tsx'
import { PublicInvoiceActions } from '../../features/invoices/web/public/public-invoice-actions.tsx'
import {
  PaperSkeleton,
  PublicInvoiceProblem,
  SummarySkeleton,
} from '../../features/invoices/web/public/public-invoice-states.tsx'
import { PublicInvoiceSummary } from '../../features/invoices/web/public/public-invoice-summary.tsx'
import { usePrintOnce } from '../../features/invoices/web/public/use-print-once.ts'
import { useReportView } from '../../features/invoices/web/public/use-report-view.ts'
import { AutopayCard } from '../../features/payments/web/checkout/autopay-card.tsx'
import { PayActions } from '../../features/payments/web/checkout/pay-actions.tsx'
import { paymentOptionsQuery } from '../../features/payments/web/checkout/payment-api.ts'
import { useCanceledNotice } from '../../features/payments/web/checkout/use-canceled-notice.ts'
import { saidPaidQuery } from '../../features/reminders/web/reminder-api.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { formatDate } from '../../shared/dates.ts'
import { ApiError, call } from '../../web/api-client.ts'
import { Button } from '../../web/ui/button.tsx'
import { Notice } from '../../web/ui/notice.tsx'
import { Skeleton } from '../../web/ui/skeleton.tsx'
import { useDocumentTitle } from '../../web/use-document-title.ts'
import { useFocusIfLost } from '../../web/use-focus-if-lost.ts'
import { useShortWait } from '../../web/use-short-wait.ts'

// Loaded lazily, because most clients only view or pay the invoice.
const SaysPaidCard = lazy(() =>
  import('../../features/reminders/web/says-paid-card.tsx').then((module) => ({
    default: module.SaysPaidCard,
  })),
)

const sendView = (id: string) => call(noteInvoiceView, { params: { id } })

const questionSkeleton = <Skeleton className="h-80 rounded-lg" />

/** /invoices/{id}/view, which the payment link opens. Here the client can also say that it is paid. */
export function PublicInvoicePage() {
  const { id } = useParams({ from: '/invoices/$id/view' })
  const { paid } = useSearch({ from: '/invoices/$id/view' })
  const { data: invoice } = useQuery(publicInvoiceQuery(id))
  // Requested together with the invoice, so that a client who already answered is not asked again.
  const saidPaid = useQuery(saidPaidQuery(id))
  const [hasJustSaid, setHasJustSaid] = useState(false)
  if (!invoice) return <InvoiceWithActions />
  // While a payment is disputed, the bank decides whether the invoice is paid.
  const isOpen = !invoice.isDisputed && amountDueOf(invoice) > 0
  const saidOn = isOpen ? saidPaid.data?.saidOn : null
  const isThanked = hasJustSaid && paid === 'said'
  if (saidOn && !isThanked)
    return <InvoiceWithActions above={<SaidPaid on={saidOn} company={invoice.company.name} />} />
  if (paid === 'said' && !invoice.isDisputed)
    return (
      <InvoiceWithActions
        question={
          <Suspense fallback={questionSkeleton}>
            {saidPaid.isPending ? (
              questionSkeleton
            ) : (
              <SaysPaidCard key={id} id={id} invoice={invoice} onSaid={() => setHasJustSaid(true)} />
            )}
          </Suspense>
        }
      />
    )
  return <InvoiceWithActions below={isOpen && !saidPaid.isPending && <AlreadyPaidLink id={id} />} />
}

function AlreadyPaidLink({ id }: { id: string }) {
  return (
    <Button asChild variant="link" className="-my-2 self-start">
      <Link to="/invoices/$id/view" params={{ id }} search={{ paid: 'said' }}>
        I have already paid
      </Link>
    </Button>
  )
}

function SaidPaid({ on, company }: { on: string; company: string }) {
  return (
    <Notice title={`You said on ${formatDate(on)} that you’ve paid.`}>
      {`${bidiIsolate(company)} has been notified and will look for your payment. Reminders are paused in the meantime.`}
    </Notice>
  )
}

interface InvoiceWithActionsProps {
  /** Shown above the summary. The client cannot pay before answering it. */
  question?: ReactNode
  /** A notice that the client should read before paying. */
  above?: ReactNode
  below?: ReactNode
}

function InvoiceWithActions({ question, above, below }: InvoiceWithActionsProps) {
  const { id } = useParams({ from: '/invoices/$id/view' })
  const { print, canceled } = useSearch({ from: '/invoices/$id/view' })
  const request = useQuery(publicInvoiceQuery(id))
  const { data: invoice, error } = request
  // Requested together with the invoice, so that the buttons appear with it.
  const options = useQuery(paymentOptionsQuery(id))
  const sheet = useRef<HTMLDivElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const canPay = invoice && amountDueOf(invoice) > 0
  const missing = error instanceof ApiError && error.code === 'NOT_FOUND'
  useDocumentTitle(
    invoice
      ? `Invoice ${invoice.number} from ${bidiIsolate(invoice.company.name)}`
      : missing
        ? 'Invoice not found'
        : undefined,
  )
  useReportView(sendView, id, invoice !== undefined)
  usePrintOnce(sheet, invoice !== undefined && print === '1')
  useCanceledNotice(canceled === 'true', canPay)
  useFocusIfLost(answer)
  // Both responses arrive at almost the same time. Showing them together avoids a layout shift.
  const waitsForButtons = useShortWait(canPay === true && options.isPending)

  if (!invoice && error) {
    return (
      <>
        <meta name="robots" content="noindex" />
        <PublicInvoiceProblem failed={missing ? undefined : request} />
      </>
    )
  }
  return (
    <>
      <meta name="robots" content="noindex" />
      <OwnerBar id={id} />
      <PublicColumns
        summary={
          invoice && !waitsForButtons ? (
            <div className="flex flex-col gap-4">
              {question}
              <PublicInvoiceSummary invoice={invoice} answer={answer}>
                {above}
                <AutopayCard
                  id={id}
                  invoice={invoice}
                  savedCard={options.data?.savedCard ?? null}
                  isCharging={options.data?.isProcessing ?? false}
                />
                {canPay && !question && (
                  <PayActions
                    id={id}
                    company={invoice.company.name}
                    part={nextPartName(invoice)}
                    options={options}
                  />
                )}
                <PublicInvoiceActions id={id} invoice={invoice} canPay={canPay ?? false} />
                <PublicFiles id={id} />
                {below}
              </PublicInvoiceSummary>
            </div>
          ) : (
            <SummarySkeleton />
          )
        }
      >
        <div ref={sheet}>{invoice ? <InvoicePaper invoice={invoice} /> : <PaperSkeleton />}</div>
      </PublicColumns>
    </>
  )
}
