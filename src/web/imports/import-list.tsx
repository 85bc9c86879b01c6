import { type ComponentProps, type ComponentType, useRef, useState } from 'react'
import { type Column, DataTable } from '../ui/data-table.tsx'
import type { DialogProps } from '../ui/dialog.tsx'
import { ListContent } from '../ui/list-content.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { twoLineRows } from '../ui/two-line-rows.ts'
import type { ImportedFile } from './import-columns.tsx'

export interface UndoDialogProps<T> extends Pick<DialogProps, 'fallbackFocus'> {
  undone: T
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface ImportListProps<T> {
  /** The result of useInfiniteQuery. */
  list: ComponentProps<typeof ListContent>['list'] & ComponentProps<typeof ShowMore>['list']
  imports: readonly T[]
  /** What is not lost if the list cannot be loaded. */
  safe: string
  columns: (onUndo: (undone: T) => void) => Column<T>[]
  undoDialog: ComponentType<UndoDialogProps<T>>
}

/** The files that were imported. Renders nothing before the first one. */
export function ImportList<T extends ImportedFile>({
  list,
  imports,
  safe,
  columns,
  undoDialog: UndoDialog,
}: ImportListProps<T>) {
  const section = useRef<HTMLElement>(null)
  // Kept while the dialog closes.
  const [undone, setUndone] = useState<T>()
  const [asksUndo, setAsksUndo] = useState(false)
  if (imports.length === 0 && !list.isError) return null

  function ask(one: T) {
    setUndone(one)
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
        failure={{ title: 'Failed to load earlier imports. Please try again.', text: safe }}
        isEmpty={false}
        empty={null}
      >
        <DataTable
          caption="Earlier imports"
          columns={columns(ask)}
          rows={imports}
          rowKey={({ id }) => id}
          framed={false}
          className={twoLineRows.table}
        />
      </ListContent>
      <ShowMore list={list} className="self-center" />
      {undone && (
        <UndoDialog undone={undone} open={asksUndo} onOpenChange={setAsksUndo} fallbackFocus={section} />
      )}
    </section>
  )
}
