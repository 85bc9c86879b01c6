import { useRef } from 'react'
import type { Session } from '../../features/auth/contract.ts'
import { useToday } from '../../features/auth/web/signed-in.tsx'
import type { Estimate } from '../../features/estimates/contract.ts'
import { DecisionCard } from '../../features/estimates/web/decision-card.tsx'
import { EstimateFacts } from '../../features/estimates/web/estimate-facts.tsx'
import { estimateStanding } from '../../features/estimates/web/estimate-standing.ts'
import { EstimateTimeline } from '../../features/estimates/web/estimate-timeline.tsx'
import { EstimateInvoicesPanel } from '../../features/estimates/web/invoicing/estimate-invoices-panel.tsx'
import { BackToEstimates } from '../../features/estimates/web/list/back-to-estimates.tsx'
import { EstimateStatusBadge } from '../../features/invoices/web/estimate-status-badge.tsx'
import { InvoicePaper } from '../../features/invoices/web/paper/invoice-paper.tsx'
import { Page } from '../../web/layout/page.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'
import { useFocusIfLost } from '../../web/use-focus-if-lost.ts'
import { EstimateActions } from './estimate-actions.tsx'
import { EstimateOfUrl } from './estimate-of-url.tsx'

/** /estimates/{id} */
export function EstimatePage() {
  return (
    <EstimateOfUrl>{(estimate, session) => <Overview estimate={estimate} session={session} />}</EstimateOfUrl>
  )
}

function Overview({ estimate, session }: { estimate: Estimate; session: Session }) {
  const today = useToday(session)
  const { timeZone } = session.business
  const { number, decision, invoices, content, document } = estimate
  const overview = useRef<HTMLDivElement>(null)
  useFocusIfLost(overview)
  return (
    <Page>
      <PageHeader
        above={<BackToEstimates />}
        title={`Estimate ${number}`}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <EstimateStatusBadge
              standing={estimateStanding({ ...estimate, hasInvoices: invoices.length > 0 })}
            />
            <bdi className="own-words wrap-anywhere">{content.client.name}</bdi>
          </span>
        }
        actions={<EstimateActions estimate={estimate} />}
      />
      <div ref={overview} tabIndex={-1} className="flex flex-col gap-6 outline-none">
        <EstimateFacts estimate={estimate} today={today} timeZone={timeZone} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
          <div className="flex flex-col gap-6 lg:order-last">
            {decision && <DecisionCard decision={decision} timeZone={timeZone} />}
            <EstimateInvoicesPanel estimate={estimate} />
            <EstimateTimeline estimate={estimate} timeZone={timeZone} />
          </div>
          <InvoicePaper invoice={document} />
        </div>
      </div>
    </Page>
  )
}
