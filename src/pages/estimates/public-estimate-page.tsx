import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { noteEstimateView } from '../../features/estimates/public/contract.ts'
import { publicEstimateQuery } from '../../features/estimates/web/estimate-api.ts'
import { AnswerActions } from '../../features/estimates/web/public/answer-actions.tsx'
import { EstimateOwnerBar } from '../../features/estimates/web/public/estimate-owner-bar.tsx'
import { PublicEstimateActions } from '../../features/estimates/web/public/public-estimate-actions.tsx'
import { PublicEstimateFiles } from '../../features/estimates/web/public/public-estimate-files.tsx'
import { PublicEstimateSummary } from '../../features/estimates/web/public/public-estimate-summary.tsx'
import { InvoicePaper } from '../../features/invoices/web/paper/invoice-paper.tsx'
import { PublicColumns } from '../../features/invoices/web/public/public-columns.tsx'
import {
  PaperSkeleton,
  PublicInvoiceProblem,
  SummarySkeleton,
} from '../../features/invoices/web/public/public-invoice-states.tsx'
import { usePrintOnce } from '../../features/invoices/web/public/use-print-once.ts'
import { useReportView } from '../../features/invoices/web/public/use-report-view.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { call, isNotFound } from '../../web/api-client.ts'
import { Notice } from '../../web/ui/notice.tsx'
import { useDocumentTitle } from '../../web/use-document-title.ts'
import { useFocusIfLost } from '../../web/use-focus-if-lost.ts'

const sendView = (id: string) => call(noteEstimateView, { params: { id } })

/** /estimates/{id}/view, which the link in the email opens. Here the client accepts or declines. */
export function PublicEstimatePage() {
  const { id } = useParams({ from: '/estimates/$id/view' })
  const { print } = useSearch({ from: '/estimates/$id/view' })
  const request = useQuery(publicEstimateQuery(id))
  const { data: estimate, error } = request
  const sheet = useRef<HTMLDivElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const [overtaken, setOvertaken] = useState<string | null>(null)
  const isMissing = isNotFound(error)
  useDocumentTitle(
    estimate
      ? `Estimate ${estimate.document.number} from ${bidiIsolate(estimate.document.company.name)}`
      : isMissing
        ? 'Estimate not found'
        : undefined,
  )
  useReportView(sendView, id, estimate !== undefined)
  usePrintOnce(sheet, estimate !== undefined && print === '1')
  useFocusIfLost(answer)

  if (!estimate && error) {
    return (
      <>
        <meta name="robots" content="noindex" />
        <PublicInvoiceProblem what="estimate" failed={isMissing ? undefined : request} />
      </>
    )
  }
  return (
    <>
      <meta name="robots" content="noindex" />
      <EstimateOwnerBar id={id} />
      <PublicColumns
        summary={
          estimate ? (
            <PublicEstimateSummary estimate={estimate} answer={answer}>
              {overtaken && (
                <Notice tone="attention" role="alert" title="Your answer was not saved">
                  {overtaken}
                </Notice>
              )}
              <AnswerActions id={id} estimate={estimate} answer={answer} onOvertaken={setOvertaken} />
              <PublicEstimateFiles id={id} />
              <PublicEstimateActions id={id} clientEmail={estimate.document.client.email} />
            </PublicEstimateSummary>
          ) : (
            <SummarySkeleton />
          )
        }
      >
        <div ref={sheet}>{estimate ? <InvoicePaper invoice={estimate.document} /> : <PaperSkeleton />}</div>
      </PublicColumns>
    </>
  )
}
