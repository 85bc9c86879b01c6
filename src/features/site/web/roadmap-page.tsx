import { CircleCheck, CircleDashed, CircleHelp, Clock } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'
import { type RoadmapPart, type StatusLabel, roadmap, statusLabel } from './roadmap.ts'
import { SiteHero } from './site-hero.tsx'

export function RoadmapPage() {
  return (
    <div className="flex flex-col gap-12 pb-16 sm:gap-16 sm:pb-24">
      <SiteHero
        title="Roadmap"
        lead="This is a plan, not a history: each part appears in the quarter it’s planned for, with its status as of today."
      />
      <dl className="mx-auto grid w-full max-w-4xl gap-x-8 gap-y-3 px-4 text-sm sm:grid-cols-2 sm:px-6">
        {Object.entries(meanings).map(([status, meaning]) => (
          <div key={status} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <dt>
              <Badge {...badges[status as StatusLabel]}>{status}</Badge>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
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

const meanings: Record<StatusLabel, string> = {
  Completed: 'It’s here, and it works.',
  'In Progress': 'We’re building it now.',
  Planned: 'Decided, but not started.',
  'Under Consideration': 'Not decided yet.',
}
