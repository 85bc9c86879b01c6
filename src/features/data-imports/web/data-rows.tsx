import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Minus } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { RowCheckbox } from '../../../web/ui/fields/row-checkbox.tsx'
import { Segmented } from '../../../web/ui/fields/segmented.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { twoLineRows } from '../../../web/ui/two-line-rows.ts'
import type { DataPreview, DataRow } from '../contract.ts'
import type { DataKind } from '../rules.ts'
import { type RowFilter, dataRowsQuery } from './data-import-api.ts'
import { type RowChoice, isChosen, toggleRow } from './row-choice.ts'

const pageSize = 100
const filters = [
  { value: 'all', label: 'All' },
  { value: 'errors', label: 'Errors' },
  { value: 'good', label: 'Good' },
  { value: 'existing', label: 'Left out or already here' },
] as const

interface DataRowsProps {
  preview: DataPreview
  /** Changes when the file is read again. */
  reading: number
  choice: RowChoice
  onChoose: (choice: RowChoice) => void
}

/** The rows of a file, those with errors first. Good ones can be left out. */
export function DataRows({ preview, reading, choice, onChoose }: DataRowsProps) {
  const [filter, setFilter] = useState<RowFilter>('all')
  const [page, setPage] = useState(0)
  const list = useQuery(dataRowsQuery(preview.import.id, filter, page, reading))
  const count = list.data?.count ?? 0
  const last = Math.min(count, (page + 1) * pageSize)
  return (
    <section aria-label="Rows of the file" className="flex flex-col gap-4">
      <Segmented
        legend="Which rows"
        value={filter}
        options={filters}
        onValueChange={(value) => {
          setFilter(value)
          setPage(0)
        }}
        className="max-sm:grid-flow-row max-sm:grid-cols-2 sm:w-fit"
      />
      <ListContent
        list={list}
        failure={{ title: 'Failed to load the rows. Please try again.', text: 'Nothing was imported.' }}
        isEmpty={list.data?.rows.length === 0}
        empty={<EmptyState icon={Minus} level={3} title="No rows of this kind." />}
        dims
      >
        {list.data ? (
          <DataTable
            caption="Rows of the file"
            columns={columnsFor(preview.import.kind, choice, onChoose)}
            rows={list.data.rows}
            rowKey={({ position }) => String(position)}
            framed={false}
            className={`${twoLineRows.table} as-cards:[&_tbody_tr]:pb-2.5`}
          />
        ) : (
          <Card className="min-h-64 justify-center">
            <Spinner size="lg" label="Loading the rows..." className="animate-late self-center text-muted" />
          </Card>
        )}
      </ListContent>
      {count > pageSize && (
        <Pagination
          label="Pages of rows"
          summary={`Showing ${page * pageSize + 1}–${last} of ${count.toLocaleString('en-US')}`}
          page={{ previous: page > 0 ? 'previous' : null, next: last < count ? 'next' : null }}
          onTurn={(turn) => setPage('before' in turn ? page - 1 : page + 1)}
        />
      )}
    </section>
  )
}

const titles: Record<DataKind, string> = { clients: 'Client', invoices: 'Invoice', expenses: 'Expense' }

function columnsFor(
  kind: DataKind,
  choice: RowChoice,
  onChoose: (choice: RowChoice) => void,
): Column<DataRow>[] {
  const billed: Column<DataRow>[] = [
    {
      key: 'date',
      header: 'Date',
      className: `${twoLineRows.detail} whitespace-nowrap as-cards:flex-none! as-cards:empty:hidden`,
      cell: ({ date }) => date !== null && <time dateTime={date}>{formatDate(date)}</time>,
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      className: `${twoLineRows.figure} as-cards:empty:hidden`,
      cell: ({ amountMinor, currency }) =>
        amountMinor !== null && currency !== null && formatMoney(amountMinor, { currency }),
    },
  ]
  return [
    {
      key: 'title',
      header: titles[kind],
      primary: true,
      className: `${twoLineRows.title} as-table:w-full`,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-3">
          {row.isChoosable ? (
            <RowCheckbox
              label={`Import row ${row.rowNumber}, ${row.title}`}
              checked={isChosen(choice, row)}
              onChange={() => onChoose(toggleRow(choice, row))}
            />
          ) : (
            <span aria-hidden className="w-5 shrink-0" />
          )}
          <span className="min-w-0">
            <span className="own-words block wrap-anywhere">{row.title || `Row ${row.rowNumber}`}</span>
            <span className="own-words block text-sm font-normal wrap-anywhere text-muted">{row.detail}</span>
            {row.problems.map((problem) => (
              <span
                key={problem}
                className={`own-words block text-sm font-normal wrap-anywhere ${row.state === 'error' ? 'text-negative' : 'text-muted'}`}
              >
                {problem}
              </span>
            ))}
          </span>
        </span>
      ),
    },
    {
      key: 'row',
      header: 'Row',
      className: `${twoLineRows.firstDetail} whitespace-nowrap tabular-nums`,
      cell: ({ rowNumber }) => (
        <span>
          <span className="as-table:hidden">Row </span>
          {rowNumber}
        </span>
      ),
    },
    ...(kind === 'clients' ? [] : billed),
    {
      key: 'state',
      header: 'State',
      className: twoLineRows.detail,
      cell: ({ state }) => <RowState state={state} />,
    },
  ]
}

const states = {
  good: { tone: 'positive', icon: CircleCheck, text: 'Good' },
  error: { tone: 'negative', icon: CircleX, text: 'Error' },
  existing: { tone: 'outline', icon: CircleCheck, text: 'Already here' },
  left_out: { tone: 'neutral', icon: Minus, text: 'Left out' },
} as const

function RowState({ state }: Pick<DataRow, 'state'>) {
  const { tone, icon, text } = states[state]
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  )
}
