import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { UndoImportButton, importAction, importColumns } from '../../../web/imports/import-columns.tsx'
import { ImportList } from '../../../web/imports/import-list.tsx'
import { Button } from '../../../web/ui/button.tsx'
import type { Column } from '../../../web/ui/data-table.tsx'
import { twoLineRows } from '../../../web/ui/two-line-rows.ts'
import { useTimeZone } from '../../auth/web/session.ts'
import type { DataImport } from '../contract.ts'
import { dataImportsQuery, errorsUrl } from './data-import-api.ts'
import { outcomeText } from './data-import-text.ts'
import { UndoDataImportDialog } from './undo-data-import-dialog.tsx'

/** The files of other programs that were imported. */
export function EarlierDataImports() {
  const list = useInfiniteQuery(dataImportsQuery)
  const timeZone = useTimeZone()
  return (
    <ImportList
      list={list}
      imports={list.data?.pages.flatMap((page) => page.imports) ?? []}
      safe="Your data is safe."
      columns={(onUndo) => columns(timeZone, onUndo)}
      undoDialog={UndoDataImportDialog}
    />
  )
}

function columns(timeZone: string, onUndo: (undone: DataImport) => void): Column<DataImport>[] {
  const { file, date, state } = importColumns<DataImport>(timeZone)
  return [
    file,
    date,
    {
      key: 'result',
      header: 'Result',
      // A line of its own: it can be a sentence.
      className: `as-table:w-full ${twoLineRows.detail} as-cards:order-8! as-cards:basis-full! as-cards:pb-2`,
      cell: (one) => <span className="wrap-anywhere tabular-nums as-table:py-1">{outcomeText(one)}</span>,
    },
    state,
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
        <Button asChild {...importAction}>
          <a href={errorsUrl(id)} download aria-label={`Rows with errors of ${fileName}`}>
            <Download aria-hidden />
            Errors
          </a>
        </Button>
      )}
      {canUndo && <UndoImportButton fileName={fileName} onUndo={() => onUndo(one)} />}
    </span>
  )
}
