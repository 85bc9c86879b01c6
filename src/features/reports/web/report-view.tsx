import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { Suspense, lazy } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { Card } from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { May } from '../../auth/web/may.tsx'
import { useMay } from '../../auth/web/session.ts'
import type { Report } from '../contract.ts'
import { hasLongLabels } from '../report-text-rules.ts'
import { settingsTitle } from '../rules.ts'
import { ReportEmpty } from './report-empty.tsx'
import { ReportTable } from './report-table.tsx'
import type { ReportUrlState } from './report-url-state.ts'

const ReportChart = lazy(() =>
  import('./report-chart.tsx').then((module) => ({ default: module.ReportChart })),
)

interface ReportViewProps {
  report: Report
  /** What the report was asked for. */
  query: ReportUrlState
  /** Whether another report is on its way. */
  isStale: boolean
  onClear: (() => void) | undefined
}

/** Its title alone for those who may not open it. */
function SettingsLink() {
  if (!useMay('reports.write')) return settingsTitle
  return (
    <Link to="/reports/settings" className={textLink}>
      {settingsTitle}
    </Link>
  )
}

/** A note that names the page of settings gets a link there. */
function linked(note: string) {
  const [before = '', after] = note.split(settingsTitle)
  return after === undefined ? (
    note
  ) : (
    <>
      {before}
      <SettingsLink />
      {after}
    </>
  )
}

/** The sentence, the chart, the table, and what a reader has to know. */
export function ReportView({ report, query, isStale, onClear }: ReportViewProps) {
  const { name, chart, rows, sentence, currency, closedThrough } = report
  if (rows.length === 0) return <ReportEmpty name={name} onClear={onClear} />
  return (
    <div
      aria-busy={isStale || undefined}
      className={classNames('flex flex-col gap-6 transition-opacity', isStale && 'opacity-60 delay-150')}
    >
      <p className="max-w-3xl text-xl font-medium text-foreground tabular-nums sm:text-2xl">{sentence}</p>
      {chart && chart.labels.length > 0 && (
        <Card
          aria-hidden
          className="break-inside-avoid p-3 sm:p-6 print:border-0 print:p-0 print:shadow-none"
        >
          <Suspense fallback={<Skeleton className="h-64 w-full" />}>
            <ReportChart chart={chart} currency={currency} isOnItsSide={hasLongLabels(report)} />
          </Suspense>
        </Card>
      )}
      <ReportTable report={report} query={query} />
      {(report.notes.length > 0 || closedThrough !== null) && (
        <ul aria-label="Notes" className="flex max-w-3xl flex-col gap-1.5 text-sm text-muted">
          {report.notes.map((note) => (
            <li key={note}>{linked(note)}</li>
          ))}
          {closedThrough !== null && (
            <li>
              <Lock aria-hidden className="-mt-0.5 mr-1 inline size-3.5" />
              Closed through {formatDate(closedThrough)}: figures up to that day can no longer change.{' '}
              <May permission="reports.write">
                <span className="print:hidden">
                  <SettingsLink />
                </span>
              </May>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
