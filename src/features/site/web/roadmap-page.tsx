import { CircleCheck, CircleDashed, CircleHelp, Clock } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'
import { type RoadmapPart, type StatusLabel, roadmap, statusLabel } from './roadmap.ts'
import { SiteHero } from './site-hero.tsx'

export function RoadmapPage() {
  return (
    <div className="flex flex-col gap-12 pb-16 sm:gap-16 sm:pb-24">
      <SiteHero
        title="Roadmap"
        lead="What we built each quarter, and what comes next. Everything marked Completed is available today."
      />
      <ol className="mx-auto flex w-full max-w-4xl flex-col px-4 sm:px-6">
        {roadmap.map((part) => (
          <Quarter key={part.title} part={part} />
        ))}
      </ol>
    </div>
  )
}

function Quarter({ part: { title, features } }: { part: RoadmapPart }) {
  const isDated = /\d/.test(title)
  const completed = features.filter(({ status }) => status === 'completed').length
  return (
    <li className="grid gap-4 border-t border-border py-8 first:border-t-0 first:pt-0 md:grid-cols-[12rem_1fr] md:gap-8">
      <div>
        <h2 className="text-xl font-semibold tracking-tight text-foreground">{title}</h2>
        <p className="mt-1 text-sm text-muted">
          {isDated ? `${completed} of ${features.length} completed` : 'No date yet'}
        </p>
      </div>
      <ul className="flex flex-col divide-y divide-border rounded-xl border border-border bg-surface shadow-card">
        {features.map(({ name, status }) => (
          <li
            key={name}
            className="flex flex-col items-start gap-2 px-4 py-3 sm:flex-row sm:items-center sm:justify-between sm:gap-6 sm:px-6"
          >
            <span className="text-foreground">{name}</span>
            <Badge {...badges[statusLabel(status)]}>{statusLabel(status)}</Badge>
          </li>
        ))}
      </ul>
    </li>
  )
}

const badges = {
  Completed: { tone: 'positive', icon: CircleCheck },
  'In Progress': { tone: 'accent', icon: Clock },
  Planned: { tone: 'neutral', icon: CircleDashed },
  'Under Consideration': { tone: 'outline', icon: CircleHelp },
} as const satisfies Record<StatusLabel, object>
