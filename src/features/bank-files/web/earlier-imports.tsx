import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { UndoImportButton, importColumns } from '../../../web/imports/import-columns.tsx'
import { ImportList } from '../../../web/imports/import-list.tsx'
import type { Column } from '../../../web/ui/data-table.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { twoLineRows } from '../../../web/ui/two-line-rows.ts'
import { useTimeZone } from '../../auth/web/session.ts'
import type { BankImport } from '../contract.ts'
import { bankImportsQuery } from './bank-file-api.ts'
import { countsText } from './bank-file-text.ts'
import { UndoImportDialog } from './undo-import-dialog.tsx'
import { undoNews } from './undo-text.ts'

/** The bank files that were imported. */
export function EarlierImports() {
  const list = useInfiniteQuery(bankImportsQuery)
  const timeZone = useTimeZone()
  const imports = list.data?.pages.flatMap((page) => page.imports) ?? []
  useUndoNews(imports)
  return (
    <ImportList
      list={list}
      imports={imports}
      safe="Your transactions are safe."
      columns={(onUndo) => columns(timeZone, onUndo)}
      undoDialog={UndoImportDialog}
    />
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
  const { file, date, state } = importColumns<BankImport>(timeZone)
  return [
    file,
    { ...date, className: `${twoLineRows.firstDetail} whitespace-nowrap` },
    {
      key: 'result',
      header: 'Transactions',
      className: `as-table:w-full ${twoLineRows.detail}`,
      cell: (one) => <Result one={one} />,
    },
    state,
    {
      key: 'undo',
      header: 'Actions',
      className: `as-table:w-px ${twoLineRows.control}`,
      cell: (one) =>
        one.state === 'imported' ? (
          <UndoImportButton fileName={one.fileName} onUndo={() => onUndo(one)} />
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
