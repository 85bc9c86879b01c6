import { CircleX, Clock, Play, RotateCw } from 'lucide-react'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import type { System } from '../contract.ts'

function figure(count: number | undefined) {
  return { loading: count === undefined, value: count?.toLocaleString('en-US') }
}

export function JobFigures({ jobs }: { jobs: System['jobs'] | undefined }) {
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
