import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { ApiError } from '../../../web/api-client.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { May } from '../../auth/web/may.tsx'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { TransactionTabs } from '../../transactions/web/transaction-tabs.tsx'

/** The tab of reports. */
export function ReportFrame({ children }: { children: ReactNode }) {
  return (
    <Page>
      <PageHeader
        title="Reports"
        help={<HelpHint topic="reports" />}
        description="What you earn, what you spend, and who owes you."
      />
      <TransactionTabs value="reports">{children}</TransactionTabs>
    </Page>
  )
}

/** Shown instead of every page of reports on a plan without them. A closed period stays closed. */
export function ReportsLocked({ closedThrough = null }: { closedThrough?: string | null }) {
  return (
    <ReportFrame>
      <UpgradeCard feature="reports" title="Transaction reporting coming soon">
        <p>Generate custom reports and analytics</p>
        <May permission="business.own">
          <Link to="/pricing" className={textLink}>
            See the plans
          </Link>
        </May>
      </UpgradeCard>
      {closedThrough !== null && (
        <p className="mt-4 text-sm text-muted">Your books are closed through {formatDate(closedThrough)}.</p>
      )}
    </ReportFrame>
  )
}

export function isPlanRefused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PLAN_REQUIRED'
}
