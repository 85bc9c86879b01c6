import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ApiError } from '../../../web/api-client.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { NotFound } from '../../../web/layout/not-found.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { pageTitle } from '../../../web/page-title.ts'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { PanelFallback } from '../../../web/ui/panel-fallback.tsx'
import { useDocumentTitle } from '../../../web/use-document-title.ts'
import type { Session } from '../../auth/contract.ts'
import { SignedIn, useToday } from '../../auth/web/signed-in.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { periodSettingsQuery } from '../../periods/web/period-api.ts'
import { type ReportName, reportNames, reports } from '../rules.ts'
import { ReportActions } from './report-actions.tsx'
import { reportQuery } from './report-api.ts'
import { ReportFilters } from './report-filters.tsx'
import { ReportsLocked, isPlanRefused } from './report-frame.tsx'
import { ReportPreparing } from './report-preparing.tsx'
import { basisLabels } from './report-text.ts'
import {
  type ReportUrlState,
  countFilters,
  daysErrors,
  keptForOthers,
  requestOf,
} from './report-url-state.ts'
import { ReportView } from './report-view.tsx'

/** /reports/{name} */
export function ReportPage() {
  const { name: wanted = '' } = useParams({ strict: false })
  const name = reportNames.find((known) => known === wanted)
  if (!name) {
    return (
      <NotFound title="Report Not Found" text="There is no report with this address.">
        <Link to="/reports">Back to Reports</Link>
      </NotFound>
    )
  }
  return <SignedIn>{(session) => <OneReport key={name} name={name} session={session} />}</SignedIn>
}

/** The filters that show what the server says about them. */
const fieldsWithErrors = ['from', 'to', 'by']

function OneReport({ name, session }: { name: ReportName; session: Session }) {
  const { title, about } = reports[name]
  useDocumentTitle(pageTitle(title))
  const urlState = useSearch({ from: '/reports/$name' })
  const navigate = useNavigate({ from: '/reports/$name' })
  const today = useToday(session)
  const isLocked = useIsLocked('reports')
  const periods = useQuery(periodSettingsQuery)
  const query = requestOf(name, urlState)
  const wrongDays = daysErrors(name, query)
  const isWrong = Object.keys(wrongDays).length > 0
  const answer = useQuery({ ...reportQuery(name, query), enabled: !isWrong && !isLocked })
  if (isLocked || isPlanRefused(answer.error)) return <ReportsLocked />
  const refused = answer.error instanceof ApiError ? answer.error.fields : {}
  const isRefused = fieldsWithErrors.some((field) => refused[field] !== undefined)
  const report =
    answer.data?.state === 'ready' && !isWrong && !answer.isError ? answer.data.report : undefined

  const change = (next: ReportUrlState) =>
    void navigate({
      search: next,
      // Back does not step through a date letter by letter.
      replace: urlState.period === 'days' && next.period === 'days',
      resetScroll: false,
    })
  const isFiltered =
    countFilters(name, { ...urlState, basis: undefined, by: undefined, compare: undefined }) > 0

  return (
    <Page>
      <PageHeader
        above={
          <div className="print:hidden">
            <BackLink to="/reports" search={keptForOthers(urlState)}>
              Reports
            </BackLink>
          </div>
        }
        title={title}
        help={<HelpHint topic="reports" />}
        description={
          <span className="block first-letter:uppercase">
            {report
              ? [
                  report.periodLabel,
                  ...(report.basis === null ? [] : [basisLabels[report.basis]]),
                  ...report.filters,
                ].join(' · ')
              : about}
          </span>
        }
        actions={report && <ReportActions name={name} query={query} />}
      />
      <ReportFilters
        name={name}
        urlState={urlState}
        today={today}
        fiscalMonth={periods.data?.fiscalMonth ?? 1}
        errors={isWrong ? wrongDays : refused}
        onChange={change}
      />
      {report ? (
        <ReportView
          report={report}
          query={query}
          isStale={answer.isPlaceholderData}
          onClear={isFiltered ? () => change(keptForOthers(urlState)) : undefined}
        />
      ) : answer.data?.state === 'preparing' && !answer.isError && !isWrong ? (
        <ReportPreparing left={answer.data.left} />
      ) : (
        !isWrong &&
        !isRefused && (
          <PanelFallback
            query={answer}
            title="The report could not be loaded"
            text="Your records are safe. Check your connection and try again."
            sizes={['h-8 w-3/4', 'h-64 w-full', 'h-9 w-full', 'h-9 w-full', 'h-9 w-full']}
          />
        )
      )}
    </Page>
  )
}
