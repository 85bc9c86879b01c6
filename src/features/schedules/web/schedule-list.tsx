import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { type Money, formatMoney } from '../../../shared/money.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { planSentence } from '../rules.ts'
import type { Schedule, ScheduleKind } from './schedule-kind.ts'
import { ScheduleStateBadge } from './schedule-state-badge.tsx'

interface ScheduleCells<S extends Schedule> {
  /** The header of the first column. */
  header: string
  name: (schedule: S) => string
  nameClassName: string
  /** Columns after the first one. */
  details?: ReadonlyArray<Column<S>>
  amount: (schedule: S) => Money
  /** Stands below the next date. */
  nextNote?: (schedule: S) => string
  /** Stands below the state. */
  stateNote?: (schedule: S) => string
  menu: (schedule: S) => ReactNode
}

interface ScheduleListProps<S extends Schedule> {
  list: UseInfiniteQueryResult
  /** What is listed, such as "Recurring invoices". */
  caption: string
  columns: ReadonlyArray<Column<S>>
  rows: readonly S[]
  empty: ReactNode
  /** Shows nothing until the list is loaded. */
  waits?: boolean
}

export function ScheduleList<S extends Schedule>(props: ScheduleListProps<S>) {
  const { list, caption, columns, rows, empty, waits = false } = props
  return (
    <>
      <ListContent
        list={list}
        failure={{
          title: `Failed to load ${caption.toLowerCase()}. Please try again.`,
          text: 'They’re safe and keep running automatically.',
        }}
        isEmpty={list.isSuccess && rows.length === 0}
        empty={empty}
      >
        {!(waits && list.isPending) && (
          <DataTable
            caption={caption}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            loading={list.isPending}
          />
        )}
      </ListContent>
      <ShowMore list={list} className="self-center" />
    </>
  )
}

/** The columns of a list of schedules. */
export function scheduleColumns<S extends Schedule>(
  { path, nextDate }: Pick<ScheduleKind<S>, 'path' | 'nextDate'>,
  { header, name, nameClassName, details = [], amount, nextNote, stateNote, menu }: ScheduleCells<S>,
): ReadonlyArray<Column<S>> {
  return [
    {
      key: 'name',
      header,
      primary: true,
      className: 'as-table:w-full',
      cell: (schedule) => (
        <div className="as-table:min-w-40">
          <Link
            to={path}
            params={{ id: schedule.id }}
            className={classNames(
              'own-words font-medium wrap-anywhere text-foreground decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:py-2.5',
              nameClassName,
            )}
          >
            {name(schedule)}
          </Link>
          <p className="text-xs font-normal text-muted">{planSentence(schedule)}</p>
        </div>
      ),
    },
    ...details,
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      cell: (schedule) => {
        const { minor, currency } = amount(schedule)
        return <span className="font-semibold text-foreground">{formatMoney(minor, { currency })}</span>
      },
    },
    {
      key: 'next',
      header: 'Next',
      ...(nextNote && { className: 'as-cards:py-1' }),
      cell: (schedule) => {
        const date = nextDate(schedule)
        if (date === null) return <span className="text-muted">None</span>
        return (
          <div className="whitespace-nowrap">
            <time dateTime={date}>{formatDate(date)}</time>
            {nextNote && <div className="text-xs text-muted">{nextNote(schedule)}</div>}
          </div>
        )
      },
    },
    {
      key: 'state',
      header: 'Status',
      ...(stateNote && { className: 'as-cards:py-1' }),
      cell: (schedule) => (
        <div className="flex flex-col items-end gap-1 as-table:w-max as-table:max-w-56 as-table:items-start">
          <ScheduleStateBadge state={schedule.state} />
          {stateNote && <span className="text-xs text-muted">{stateNote(schedule)}</span>}
        </div>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      className: 'as-table:w-px',
      cell: (schedule) => <div className="flex as-table:justify-end">{menu(schedule)}</div>,
    },
  ]
}
