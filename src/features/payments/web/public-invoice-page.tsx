import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'

import { isolated } from '../../../shared/isolated.ts'
import { ApiError } from '../../../web/api-client.ts'
import { amountDueOf } from '../../invoices/amount-due-rules.ts'
import { publicInvoiceQuery } from '../../invoices/web/invoice-api.ts'
import { InvoicePaper } from '../../invoices/web/invoice-paper.tsx'
import { OwnerBar } from '../../invoices/web/owner-bar.tsx'
import { PublicInvoiceActions } from '../../invoices/web/public-invoice-actions.tsx'
import {
  PaperSkeleton,
  PublicInvoiceProblem,
  SummarySkeleton,
} from '../../invoices/web/public-invoice-states.tsx'
import { PublicInvoiceSummary } from '../../invoices/web/public-invoice-summary.tsx'
import { useDocumentTitle } from '../../invoices/web/use-document-title.ts'
import { useNoteView } from '../../invoices/web/use-note-view.ts'
import { usePrintOnce } from '../../invoices/web/use-print-once.ts'
import { PayActions } from './pay-actions.tsx'
import { paymentOptionsQuery } from './payment-api.ts'
import { useCanceledNotice } from './use-canceled-notice.ts'
import { useFocusIfLost } from './use-focus-if-lost.ts'
import { useShortWait } from './use-short-wait.ts'

interface PublicInvoicePageProps {
  /** Of a later feature: stands above the summary, and nothing is to be paid before it is answered. */
  question?: ReactNode
  /** Of a later feature: to be known before paying. */
  above?: ReactNode
  /** Last among what can be done. */
  below?: ReactNode
}

/** What the payment link opens, for anyone who has it. */
export function PublicInvoicePage({ question, above, below }: PublicInvoicePageProps) {
  const { id } = useParams({ from: '/invoices/$id/view' })
  const { print, canceled } = useSearch({ from: '/invoices/$id/view' })
  const { data: invoice, error, refetch, isFetching } = useQuery(publicInvoiceQuery(id))
  // Asked for together with the invoice, so that the buttons come with it.
  const options = useQuery(paymentOptionsQuery(id))
  const sheet = useRef<HTMLDivElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const canPay = invoice && invoice.status !== 'paid' && amountDueOf(invoice) > 0
  const missing = error instanceof ApiError && error.code === 'NOT_FOUND'
  useDocumentTitle(
    invoice
      ? `Invoice ${invoice.number} from ${isolated(invoice.company.name)}`
      : missing
        ? 'Invoice not found'
        : undefined,
  )
  useNoteView(id, invoice !== undefined)
  usePrintOnce(sheet, invoice !== undefined && print === '1')
  useCanceledNotice(canceled === 'true', canPay)
  useFocusIfLost(answer)
  // They come at almost the same moment: shown together, nothing moves when the buttons take their place.
  const waitsForButtons = useShortWait(canPay === true && options.isPending)

  if (!invoice && error) {
    return (
      <>
        <meta name="robots" content="noindex" />
        <PublicInvoiceProblem
          error={error}
          missing={missing}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </>
    )
  }
  return (
    <>
      <meta name="robots" content="noindex" />
      <OwnerBar id={id} />
      <Columns
        summary={
          invoice && !waitsForButtons ? (
            <div className="flex flex-col gap-4">
              {question}
              <PublicInvoiceSummary invoice={invoice} answer={answer}>
                {above}
                {canPay && !question && (
                  <PayActions id={id} company={invoice.company.name} options={options} />
                )}
                <PublicInvoiceActions id={id} clientEmail={invoice.client.email} canPay={canPay ?? false} />
                {below}
              </PublicInvoiceSummary>
            </div>
          ) : (
            <SummarySkeleton />
          )
        }
      >
        <div ref={sheet}>{invoice ? <InvoicePaper invoice={invoice} /> : <PaperSkeleton />}</div>
      </Columns>
    </>
  )
}

/** On a wide screen the summary stays in sight to the right of the sheet; on a small one it comes first. */
function Columns({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] gap-4 px-4 py-4 sm:gap-6 sm:px-6 sm:py-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8 lg:py-12 print:block print:max-w-none print:p-0">
      <div className="lg:order-last print:hidden">
        <div className="lg:sticky lg:top-8">{summary}</div>
      </div>
      {children}
    </div>
  )
}
