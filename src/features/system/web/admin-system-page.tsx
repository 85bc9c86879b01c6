import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock, Play, RotateCw, TriangleAlert } from 'lucide-react'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Page } from '../../../web/layout/page.tsx'
import { Badge } from '../../../web/ui/badge.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import { AdminLinks } from '../../admin/web/admin-links.tsx'
import { useTimeZone } from '../../auth/web/session.ts'
import type { System } from '../contract.ts'
import { FailedJobsCard } from './failed-jobs-card.tsx'
import { systemQuery } from './system-api.ts'
import { healthSummary, partLabels, systemFacts } from './system-text.ts'

export function AdminSystemPage() {
  const query = useQuery(systemQuery)
  const { data: system, isError, dataUpdatedAt } = query
  const timeZone = useTimeZone()
  return (
    <Page>
      <PageHeader above={<AdminLinks />} title="System" description="What’s running and how it’s doing." />
      {!system && isError ? (
        <Card>
          <ErrorState title="The state of the system could not be loaded" query={query} />
        </Card>
      ) : (
        <>
          {isError && (
            <Notice tone="attention">
              This is the state on {formatMoment(timeZone, new Date(dataUpdatedAt).toISOString())}. Newer data
              couldn’t be loaded.
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

function FactsCard({ system, timeZone }: { system: System | undefined; timeZone: string }) {
  return (
    <Card aria-labelledby="facts" aria-busy={!system || undefined}>
      <CardHeader>
        <CardTitle id="facts">This installation</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="flex flex-col divide-y divide-border text-sm">
          {systemFacts(system, timeZone).map(([label, value]) => (
            <div key={label} className="flex flex-wrap justify-between gap-x-4 py-2.5 first:pt-0 last:pb-0">
              <dt className="text-muted">{label}</dt>
              <dd className="ml-auto text-right wrap-anywhere text-foreground tabular-nums">
                {value ?? <Skeleton className="h-5 w-24" />}
              </dd>
            </div>
          ))}
        </dl>
      </CardContent>
    </Card>
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
        <StatCard label="Waiting" icon={Clock} note="Due but not started" {...figure(jobs?.waiting)} />
        <StatCard label="Running" icon={Play} note="In progress" {...figure(jobs?.running)} />
        <StatCard label="Retrying" icon={RotateCw} note="Will be retried" {...figure(jobs?.retrying)} />
        <StatCard
          label="Failed"
          icon={CircleX}
          tone={jobs && jobs.failed > 0 ? 'negative' : 'default'}
          note="Failed this week"
          {...figure(jobs?.failed)}
        />
      </div>
    </section>
  )
}

const verdicts = {
  good: { tone: 'positive', icon: CircleCheck, label: 'Good' },
  attention: { tone: 'attention', icon: TriangleAlert, label: 'Needs attention' },
  bad: { tone: 'negative', icon: CircleX, label: 'Bad' },
} as const

const skeletonKeys = Object.keys(partLabels)

function HealthCard({ health }: { health: System['health'] | undefined }) {
  return (
    <Card aria-labelledby="health" aria-busy={!health || undefined} className="lg:col-span-2">
      <CardHeader>
        <CardTitle id="health">Health</CardTitle>
        <CardDescription>
          {health ? healthSummary(health) : <Skeleton className="h-5 w-56" />}
        </CardDescription>
      </CardHeader>
      <CardContent>
        <ul className="divide-y divide-border">
          {health
            ? health.map(({ part, verdict, words }) => {
                const { tone, icon, label } = verdicts[verdict]
                return (
                  <li
                    key={part}
                    className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid-cols-[6rem_minmax(0,1fr)_auto]"
                  >
                    <p className="font-medium text-foreground">{partLabels[part]}</p>
                    <p className="text-sm text-muted max-sm:order-last max-sm:col-span-2 sm:pt-0.5">
                      {words}
                    </p>
                    <Badge tone={tone} icon={icon}>
                      {label}
                    </Badge>
                  </li>
                )
              })
            : skeletonKeys.map((key) => (
                <li key={key} className="py-3 first:pt-0 last:pb-0">
                  <Skeleton className="h-12 w-full sm:h-6" />
                </li>
              ))}
        </ul>
      </CardContent>
    </Card>
  )
}
