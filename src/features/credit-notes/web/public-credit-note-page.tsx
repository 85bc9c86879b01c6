import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowRight, Download, FileQuestion, Printer } from 'lucide-react'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { formatMoney } from '../../../shared/money.ts'
import { isNotFound, messageOf } from '../../../web/api-client.ts'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { useDocumentTitle } from '../../../web/use-document-title.ts'
import type { InvoiceDocument } from '../../invoices/contract.ts'
import { InvoicePaper } from '../../invoices/web/paper/invoice-paper.tsx'
import { OwnerBar } from '../../invoices/web/public/owner-bar.tsx'
import { PublicColumns } from '../../invoices/web/public/public-columns.tsx'
import { PaperSkeleton, SummarySkeleton } from '../../invoices/web/public/public-invoice-states.tsx'
import { CurrencyNote } from '../../invoices/web/public/public-invoice-summary.tsx'
import { creditNotePdfUrl, publicCreditNoteQuery } from './credit-note-api.ts'

/** /credit-notes/{id}/view, for everyone who has the link. */
export function PublicCreditNotePage() {
  const { id } = useParams({ from: '/credit-notes/$id/view' })
  const request = useQuery(publicCreditNoteQuery(id))
  const { data, error } = request
  const isMissing = isNotFound(error)
  useDocumentTitle(
    data
      ? `Credit note ${data.document.number} from ${bidiIsolate(data.document.company.name)}`
      : isMissing
        ? 'Credit note not found'
        : undefined,
  )
  return (
    <>
      <meta name="robots" content="noindex" />
      {!data && error ? (
        <Page width="narrow">
          <ErrorState
            level={1}
            icon={FileQuestion}
            title="Credit note not found or could not be loaded"
            text={isMissing ? notFoundText : messageOf(error, notFoundText)}
            query={isMissing ? undefined : request}
          />
        </Page>
      ) : (
        <>
          {data && <OwnerBar id={data.invoiceId} />}
          <PublicColumns
            summary={
              data ? (
                <Summary id={id} invoiceId={data.invoiceId} creditNote={data.document} />
              ) : (
                <SummarySkeleton />
              )
            }
          >
            {data ? <InvoicePaper invoice={data.document} /> : <PaperSkeleton />}
          </PublicColumns>
        </>
      )}
    </>
  )
}

const notFoundText =
  'This credit note could not be found. Check that the link is complete, or ask the sender for a new one.'

interface SummaryProps {
  id: string
  invoiceId: string
  creditNote: InvoiceDocument
}

function Summary({ id, invoiceId, creditNote }: SummaryProps) {
  return (
    <Card className="gap-6 p-5 sm:p-6">
      <div className="flex flex-col gap-4">
        <h1 className="text-sm font-normal tracking-normal wrap-anywhere text-muted">
          Credit note <span className="inline-block font-medium text-foreground">{creditNote.number}</span>{' '}
          from <bdi className="font-medium text-foreground">{creditNote.company.name}</bdi>
        </h1>
        <div>
          <p className="text-sm text-muted">Credited</p>
          <p className="text-3xl font-semibold tracking-tight wrap-anywhere text-foreground tabular-nums">
            {formatMoney(creditNote.totals.totalMinor, creditNote)}
            <CurrencyNote format={creditNote} />
          </p>
          <p className="mt-1 text-sm text-foreground">
            For invoice <span className="inline-block">{creditNote.creditedInvoice?.number}</span>
          </p>
        </div>
      </div>
      <div className="flex flex-col gap-2">
        <Button asChild>
          <a href={creditNotePdfUrl(id)} download>
            <Download aria-hidden />
            Download PDF
          </a>
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
        <Button asChild variant="secondary">
          <Link to="/invoices/$id/view" params={{ id: invoiceId }} preload={false}>
            View the invoice
            <ArrowRight aria-hidden />
          </Link>
        </Button>
      </div>
    </Card>
  )
}
