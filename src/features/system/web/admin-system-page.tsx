import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Page } from '../../../web/layout/page.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { AdminLinks } from '../../admin/web/admin-links.tsx'
import { useSession } from '../../auth/web/session.ts'
import { FactsCard } from './facts-card.tsx'
import { FailedJobsCard } from './failed-jobs-card.tsx'
import { HealthCard } from './health-card.tsx'
import { JobFigures } from './job-figures.tsx'
import { systemQuery } from './system-api.ts'

export function AdminSystemPage() {
  const { data: system, isError, isFetching, refetch, dataUpdatedAt } = useQuery(systemQuery)
  const session = useSession()
  const timeZone = session.status === 'signed-in' ? session.session.business.timeZone : 'UTC'
  return (
    <Page>
      <PageHeader title="System" description="What runs here, and how it is." />
      <AdminLinks />
      {!system && isError ? (
        <Card>
          <ErrorState
            title="The state of the system could not be loaded"
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <>
          {isError && (
            <Notice tone="attention">
              This is how it was on {formatMoment(timeZone, new Date(dataUpdatedAt).toISOString())}. Nothing
              newer could be loaded.
            </Notice>
          )}
          <div className="grid items-start gap-4 lg:grid-cols-3 lg:gap-6">
            <HealthCard health={system?.health} />
            <FactsCard system={system} timeZone={timeZone} />
          </div>
          <JobFigures jobs={system?.jobs} />
        </>
      )}
      <FailedJobsCard timeZone={timeZone} />
    </Page>
  )
}
