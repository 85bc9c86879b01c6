import { CircleCheck, CircleX, LoaderCircle, Undo2 } from 'lucide-react'
import { dateIn, formatDate } from '../../shared/dates.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { twoLineRows } from '../ui/two-line-rows.ts'

/** A file that was imported. */
export interface ImportedFile {
  id: string
  fileName: string
  createdAt: string
  state: keyof typeof states
}

const states = {
  preview: { tone: 'neutral', icon: LoaderCircle, text: 'Not imported' },
  importing: { tone: 'neutral', icon: LoaderCircle, text: 'Importing…' },
  imported: { tone: 'positive', icon: CircleCheck, text: 'Imported' },
  failed: { tone: 'negative', icon: CircleX, text: 'Failed' },
  undoing: { tone: 'neutral', icon: LoaderCircle, text: 'Undoing…' },
  undone: { tone: 'outline', icon: Undo2, text: 'Undone' },
} as const

/** The columns that every list of imported files has. */
export function importColumns<T extends ImportedFile>(
  timeZone: string,
): Record<'file' | 'date' | 'state', Column<T>> {
  return {
    file: {
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
    date: {
      key: 'date',
      header: 'Date',
      className: `${twoLineRows.detail} whitespace-nowrap`,
      cell: ({ createdAt }) => {
        const date = dateIn(timeZone, new Date(createdAt))
        return <time dateTime={date}>{formatDate(date)}</time>
      },
    },
    state: {
      key: 'state',
      header: 'State',
      className: twoLineRows.badge,
      cell: ({ state }) => <StateBadge state={state} />,
    },
  }
}

function StateBadge({ state }: Pick<ImportedFile, 'state'>) {
  const { tone, icon, text } = states[state]
  return (
    <Badge tone={tone} icon={icon} className={icon === LoaderCircle ? '[&_svg]:animate-spin' : undefined}>
      {text}
    </Badge>
  )
}

export const importAction = {
  variant: 'ghost',
  size: 'sm',
  className: 'as-table:-mx-3 as-cards:min-h-11 as-cards:px-0',
} as const

export function UndoImportButton({ fileName, onUndo }: { fileName: string; onUndo: () => void }) {
  return (
    <Button {...importAction} aria-label={`Undo ${fileName}`} onClick={onUndo}>
      <Undo2 aria-hidden />
      Undo
    </Button>
  )
}
