import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'

import { ApiError } from '../../../web/api-client.ts'
import { isolated } from '../../../shared/isolated.ts'
import { publicInvoiceQuery } from './invoice-api.ts'
import { InvoicePaper } from './invoice-paper.tsx'
import { OwnerBar } from './owner-bar.tsx'
import { PublicInvoiceActions } from './public-invoice-actions.tsx'
import { PaperSkeleton, PublicInvoiceProblem, SummarySkeleton } from './public-invoice-states.tsx'
import { PublicInvoiceSummary } from './public-invoice-summary.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { useNoteView } from './use-note-view.ts'
import { usePrintOnce } from './use-print-once.ts'

/** What the payment link opens, for anyone who has it. */
export function PublicInvoicePage() {
  const { id } = useParams({ from: '/invoices/$id/view' })
  const { print } = useSearch({ from: '/invoices/$id/view' })
  const { data: invoice, error, refetch, isFetching } = useQuery(publicInvoiceQuery(id))
  const sheet = useRef<HTMLDivElement>(null)
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
          invoice ? (
            <PublicInvoiceSummary invoice={invoice}>
              <PublicInvoiceActions id={id} clientEmail={invoice.client.email} />
            </PublicInvoiceSummary>
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
