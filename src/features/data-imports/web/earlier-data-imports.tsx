import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Download, LoaderCircle, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { twoLineRows } from '../../../web/ui/two-line-rows.ts'
import { useTimeZone } from '../../auth/web/session.ts'
import type { DataImport } from '../contract.ts'
import { dataImportsQuery, errorsUrl } from './data-import-api.ts'
import { outcomeText } from './data-import-text.ts'
import { UndoDataImportDialog } from './undo-data-import-dialog.tsx'

/** The files that were imported. Renders nothing before the first one. */
export function EarlierDataImports() {
  const list = useInfiniteQuery(dataImportsQuery)
  const timeZone = useTimeZone()
  const section = useRef<HTMLElement>(null)
  // Kept while the dialog closes.
  const [chosen, setChosen] = useState<DataImport>()
  const [asksUndo, setAsksUndo] = useState(false)
  const imports = list.data?.pages.flatMap((page) => page.imports) ?? []
  if (imports.length === 0 && !list.isError) return null

  function ask(undone: DataImport) {
    setChosen(undone)
    setAsksUndo(true)
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="earlier-imports"
      className="flex flex-col gap-4 outline-none"
    >
      <h2 id="earlier-imports" className="text-lg font-semibold">
        Earlier imports
      </h2>
      <ListContent
        list={list}
        failure={{ title: 'Failed to load earlier imports. Please try again.', text: 'Your data is safe.' }}
        isEmpty={false}
        empty={null}
      >
        <DataTable
          caption="Earlier imports"
          columns={columns(timeZone, ask)}
          rows={imports}
          rowKey={({ id }) => id}
          framed={false}
          className={twoLineRows.table}
        />
      </ListContent>
      <ShowMore list={list} className="self-center" />
      {chosen && (
        <UndoDataImportDialog
          undone={chosen}
          open={asksUndo}
          onOpenChange={setAsksUndo}
          fallbackFocus={section}
        />
      )}
    </section>
  )
}

function columns(timeZone: string, onUndo: (undone: DataImport) => void): Column<DataImport>[] {
  return [
    {
      key: 'file',
      header: 'File',
      primary: true,
      className: twoLineRows.title,
      cell: ({ fileName }) => (
        <span title={fileName} className="own-words block min-w-0 truncate as-table:max-w-72">
          {fileName || 'File'}
        </span>
      ),
    },
    {
      key: 'date',
      header: 'Date',
      className: `${twoLineRows.detail} whitespace-nowrap`,
      cell: ({ createdAt }) => {
        const date = dateIn(timeZone, new Date(createdAt))
        return <time dateTime={date}>{formatDate(date)}</time>
      },
    },
    {
      key: 'result',
      header: 'Result',
      // A line of its own: it can be a sentence.
      className: `as-table:w-full ${twoLineRows.detail} as-cards:order-8! as-cards:basis-full! as-cards:pb-2`,
      cell: (one) => <span className="wrap-anywhere tabular-nums as-table:py-1">{outcomeText(one)}</span>,
    },
    {
      key: 'state',
      header: 'State',
      className: twoLineRows.badge,
      cell: ({ state }) => <StateBadge state={state} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      className: `as-table:w-px ${twoLineRows.control}`,
      cell: (one) => <Actions one={one} onUndo={onUndo} />,
    },
  ]
}

function Actions({ one, onUndo }: { one: DataImport; onUndo: (undone: DataImport) => void }) {
  const { id, state, added, errors, fileName } = one
  const canUndo = state === 'imported' || (state === 'failed' && added > 0)
  return (
    <span className="flex items-center gap-4">
      {errors > 0 && (
        <Button asChild variant="ghost" size="sm" className="as-table:-mx-3 as-cards:min-h-11 as-cards:px-0">
          <a href={errorsUrl(id)} download aria-label={`Rows with errors of ${fileName}`}>
            <Download aria-hidden />
            Errors
          </a>
        </Button>
      )}
      {canUndo && (
        <Button
          variant="ghost"
          size="sm"
          className="as-table:-mx-3 as-cards:min-h-11 as-cards:px-0"
          aria-label={`Undo ${fileName}`}
          onClick={() => onUndo(one)}
        >
          <Undo2 aria-hidden />
          Undo
        </Button>
      )}
    </span>
  )
}

const states = {
  preview: { tone: 'neutral', icon: LoaderCircle, text: 'Not imported' },
  importing: { tone: 'neutral', icon: LoaderCircle, text: 'Importing…' },
  imported: { tone: 'positive', icon: CircleCheck, text: 'Imported' },
  failed: { tone: 'negative', icon: CircleX, text: 'Stopped' },
  undoing: { tone: 'neutral', icon: LoaderCircle, text: 'Undoing…' },
  undone: { tone: 'outline', icon: Undo2, text: 'Undone' },
} as const

function StateBadge({ state }: Pick<DataImport, 'state'>) {
  const { tone, icon, text } = states[state]
  return (
    <Badge tone={tone} icon={icon} className={icon === LoaderCircle ? '[&_svg]:animate-spin' : undefined}>
      {text}
    </Badge>
  )
}
