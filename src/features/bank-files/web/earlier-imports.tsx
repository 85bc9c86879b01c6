import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, LoaderCircle, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { twoLineRows } from '../../../web/ui/two-line-rows.ts'
import { useTimeZone } from '../../auth/web/session.ts'
import type { BankImport } from '../contract.ts'
import { bankImportsQuery } from './bank-file-api.ts'
import { countsText } from './bank-file-text.ts'
import { UndoImportDialog } from './undo-import-dialog.tsx'
import { undoNews } from './undo-text.ts'

/** The files that were imported. Renders nothing before the first one. */
export function EarlierImports() {
  const list = useInfiniteQuery(bankImportsQuery)
  const timeZone = useTimeZone()
  const section = useRef<HTMLElement>(null)
  // Kept while the dialog closes.
  const [chosen, setChosen] = useState<BankImport>()
  const [asksUndo, setAsksUndo] = useState(false)
  const imports = list.data?.pages.flatMap((page) => page.imports) ?? []
  useUndoNews(imports)
  if (imports.length === 0 && !list.isError) return null

  function ask(undone: BankImport) {
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
        failure={{
          title: 'Failed to load earlier imports. Please try again.',
          text: 'Your transactions are safe.',
        }}
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
        <UndoImportDialog
          undone={chosen}
          open={asksUndo}
          onOpenChange={setAsksUndo}
          fallbackFocus={section}
        />
      )}
    </section>
  )
}

/** Says when an import has been undone, or could not be. */
function useUndoNews(imports: readonly BankImport[]) {
  const states = useRef(new Map<string, BankImport['state']>())
  useEffect(() => {
    for (const one of imports) {
      const before = states.current.get(one.id)
      // An earlier response may come after a later one.
      if (before === 'undone') continue
      states.current.set(one.id, one.state)
      const news = undoNews(before, one)
      if (news) (news.isDone ? showSuccess : showError)(news.title, news.text)
    }
  }, [imports])
}

function columns(timeZone: string, onUndo: (undone: BankImport) => void): Column<BankImport>[] {
  return [
    {
      key: 'file',
      header: 'File',
      primary: true,
      className: twoLineRows.title,
      cell: ({ fileName }) => (
        <span title={fileName} className="own-words block min-w-0 truncate as-table:max-w-72">
          {fileName}
        </span>
      ),
    },
    {
      key: 'date',
      header: 'Date',
      className: `${twoLineRows.firstDetail} whitespace-nowrap`,
      cell: ({ createdAt }) => {
        const date = dateIn(timeZone, new Date(createdAt))
        return <time dateTime={date}>{formatDate(date)}</time>
      },
    },
    {
      key: 'result',
      header: 'Transactions',
      className: `as-table:w-full ${twoLineRows.detail}`,
      cell: (one) => <Result one={one} />,
    },
    {
      key: 'state',
      header: 'State',
      className: twoLineRows.badge,
      cell: ({ state }) => <StateBadge state={state} />,
    },
    {
      key: 'undo',
      header: 'Actions',
      className: `as-table:w-px ${twoLineRows.control}`,
      cell: (one) =>
        one.state === 'imported' ? (
          <Button
            variant="ghost"
            size="sm"
            className="as-table:-mx-3 as-cards:min-h-11 as-cards:px-0"
            aria-label={`Undo ${one.fileName}`}
            onClick={() => onUndo(one)}
          >
            <Undo2 aria-hidden />
            Undo
          </Button>
        ) : (
          // As high as the button, so that the row has the same space below.
          <span aria-hidden className="hidden h-11 as-cards:block" />
        ),
    },
  ]
}

function Result({ one }: { one: BankImport }) {
  if (one.state === 'failed') return <span className="py-1 wrap-anywhere">{one.problem}</span>
  const where = [...new Set(one.accounts.map(({ label }) => label))].join(', ')
  return (
    <span className="min-w-0">
      <span className="tabular-nums">{countsText(one)}</span>
      {where !== '' && <span className="own-words wrap-anywhere text-muted as-cards:hidden"> · {where}</span>}
    </span>
  )
}

const states = {
  preview: { tone: 'neutral', icon: LoaderCircle, text: 'Not imported' },
  importing: { tone: 'neutral', icon: LoaderCircle, text: 'Importing…' },
  imported: { tone: 'positive', icon: CircleCheck, text: 'Imported' },
  failed: { tone: 'negative', icon: CircleX, text: 'Failed' },
  undoing: { tone: 'neutral', icon: LoaderCircle, text: 'Undoing…' },
  undone: { tone: 'outline', icon: Undo2, text: 'Undone' },
} as const

function StateBadge({ state }: Pick<BankImport, 'state'>) {
  const { tone, icon, text } = states[state]
  return (
    <Badge tone={tone} icon={icon} className={icon === LoaderCircle ? '[&_svg]:animate-spin' : undefined}>
      {text}
    </Badge>
  )
}
