import { useQuery } from '@tanstack/react-query'
import { CircleX, Clock, Play, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Page } from '../../../web/layout/page.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import { AdminLinks } from '../../admin/web/admin-links.tsx'
import { useSession } from '../../auth/web/session.ts'
import type { System } from '../contract.ts'
import { FailedJobsCard } from './failed-jobs-card.tsx'
import { HealthCard } from './health-card.tsx'
import { systemQuery } from './system-api.ts'
import { systemFacts } from './system-text.ts'

export function AdminSystemPage() {
  const query = useQuery(systemQuery)
  const { data: system, isError, dataUpdatedAt } = query
  const session = useSession()
  const timeZone = session.status === 'signed-in' ? session.session.business.timeZone : 'UTC'
  return (
    <Page>
      <PageHeader title="System" description="What runs here, and how it is." />
      <AdminLinks />
      {!system && isError ? (
        <Card>
          <ErrorState title="The state of the system could not be loaded" query={query} />
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

interface FactsCardProps {
  system: System | undefined
  timeZone: string
}

function FactsCard({ system, timeZone }: FactsCardProps) {
  return (
    <Card aria-labelledby="facts" aria-busy={!system || undefined}>
      <CardHeader>
        <CardTitle id="facts">This installation</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="flex flex-col divide-y divide-border text-sm">
          {systemFacts(system, timeZone).map(([label, value]) => (
            <Fact key={label} label={label}>
              {value ?? <Skeleton className="h-5 w-24" />}
            </Fact>
          ))}
        </dl>
      </CardContent>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2.5 first:pt-0 last:pb-0">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto text-right wrap-anywhere text-foreground tabular-nums">{children}</dd>
    </div>
  )
}

function figure(count: number | undefined) {
  return { loading: count === undefined, value: count?.toLocaleString('en-US') }
}

function JobFigures({ jobs }: { jobs: System['jobs'] | undefined }) {
  return (
    <section aria-labelledby="jobs" className="flex flex-col gap-3">
      <h2 id="jobs" className="text-base font-semibold text-foreground">
        Background jobs
      </h2>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        <StatCard label="Waiting" icon={Clock} note="Due and not begun" {...figure(jobs?.waiting)} />
        <StatCard label="Running" icon={Play} note="Under way now" {...figure(jobs?.running)} />
        <StatCard label="Retrying" icon={RotateCw} note="Tried again later" {...figure(jobs?.retrying)} />
        <StatCard
          label="Failed"
          icon={CircleX}
          tone={jobs && jobs.failed > 0 ? 'negative' : 'default'}
          note="Given up this week"
          {...figure(jobs?.failed)}
        />
      </div>
    </section>
  )
}
