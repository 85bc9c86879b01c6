import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { useFocusIfLost } from '../../../web/use-focus-if-lost.ts'
import { useFirstRows } from '../../admin-mail/web/use-first-rows.ts'
import { type FailedJob, retryJob } from '../contract.ts'
import { failedJobsQuery, refreshSystem } from './system-api.ts'

export function FailedJobsCard({ timeZone }: { timeZone: string }) {
  const list = useInfiniteQuery(failedJobsQuery)
  const { rows, more } = useFirstRows(list.data?.pages.flatMap(({ jobs }) => jobs) ?? [], list)
  const columns = useMemo(() => columnsFor(timeZone), [timeZone])
  const title = useRef<HTMLHeadingElement>(null)
  // The button of a retried job disappears with its row.
  useFocusIfLost(title)
  return (
    <Card aria-labelledby="failed-jobs">
      <CardHeader className="pb-4 sm:pb-6">
        <CardTitle ref={title} tabIndex={-1} id="failed-jobs">
          Failed jobs
        </CardTitle>
        <CardDescription>
          Failed within the last week. Failed emails are in the{' '}
          <Link
            to="/admin"
            search={{ tab: 'email' }}
            className="text-accent underline decoration-accent/35 underline-offset-4 hover:decoration-current"
          >
            outbox
          </Link>
          .
        </CardDescription>
      </CardHeader>
      <DataTable
        caption="Failed jobs"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loading={list.isPending}
        framed={false}
        empty={
          <EmptyState
            icon={CircleCheck}
            className="pt-4! pb-10!"
            title="No job has failed"
            text="Jobs that keep failing are listed here."
          />
        }
        error={
          list.isError && !list.data ? (
            <ErrorState className="pt-4! pb-10!" title="The failed jobs could not be loaded" query={list} />
          ) : undefined
        }
      />
      <div className="flex justify-center border-t border-border p-4 empty:hidden">
        <ShowMore list={more} />
      </div>
    </Card>
  )
}

const nameId = ({ id }: FailedJob) => `job-${id}`

function columnsFor(timeZone: string): ReadonlyArray<Column<FailedJob>> {
  return [
    {
      key: 'job',
      header: 'Job',
      primary: true,
      cell: (job) => (
        <span id={nameId(job)} className="wrap-anywhere as-table:inline-block as-table:min-w-36">
          {job.name}
        </span>
      ),
    },
    {
      key: 'failed',
      header: 'Failed',
      cell: ({ failedAt }) => (
        <time dateTime={failedAt} className="text-muted tabular-nums as-table:whitespace-nowrap">
          {formatMoment(timeZone, failedAt)}
        </time>
      ),
    },
    { key: 'tries', header: 'Attempts', numeric: true, cell: ({ tries }) => tries },
    {
      key: 'reason',
      header: 'Reason',
      className: 'as-cards:flex-col as-cards:items-start! as-cards:gap-0! as-cards:text-left as-table:w-full',
      cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span>,
    },
    {
      key: 'retry',
      header: 'Actions',
      hideHeader: true,
      className: 'as-table:w-px as-cards:mr-0! as-cards:mb-0!',
      cell: (job) => <Retry job={job} />,
    },
  ]
}

function Retry({ job }: { job: FailedJob }) {
  const client = useQueryClient()
  const retrying = useMutation({
    mutationFn: () => call(retryJob, { params: { id: job.id } }),
    onSuccess: () => showSuccess('The job is running again.', job.name),
    onError: (error) => showError('The job was not started', messageOf(error, 'Please try again.')),
    // A refusal means that the list shown here is out of date.
    onSettled: () => refreshSystem(client),
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-describedby={nameId(job)}
      busy={retrying.isPending}
      busyLabel="Starting..."
      onClick={() => retrying.mutate()}
    >
      Retry
    </Button>
  )
}
