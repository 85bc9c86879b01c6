import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Merge, MoreHorizontal, Pencil } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import type { Category } from '../contract.ts'
import type { CategoryKind } from '../rules.ts'
import { CategoryDot } from './category-dot.tsx'
import { keepsName } from './category-form.ts'
import { taxNotes } from './category-text.ts'

export interface CategoryActions {
  kind: CategoryKind
  onEdit: (category: Category) => void
  onMerge: (category: Category) => void
  onArchive: (category: Category, isArchived: boolean) => void
  onMove: (category: Category, step: -1 | 1) => void
  /** Whether there is anything to move past. */
  canMove: (category: Category, step: -1 | 1) => boolean
  busyWith: string | null
}

interface CategoryRowProps {
  category: Category
  /** Shown where it does not stand beneath the category that it is a part of. */
  showsParent?: boolean
  /** Null for a list that can’t be changed. */
  actions: CategoryActions | null
}

export function CategoryRow({ category, showsParent = false, actions }: CategoryRowProps) {
  const { name, colour, parent, taxTreatment } = category
  const notes = [showsParent && parent !== null && `Part of ${parent}`, taxNotes[taxTreatment]]
  const note = notes.filter(Boolean).join(' · ')
  return (
    <div className="flex min-h-12 items-center gap-3">
      <CategoryDot colour={colour} />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 py-1.5">
        <span className="own-words min-w-0 wrap-anywhere text-foreground">{name}</span>
        {note !== '' && <span className="text-sm text-muted">{note}</span>}
      </div>
      {actions && <RowMenu category={category} actions={actions} />}
    </div>
  )
}

function RowMenu({ category, actions }: { category: Category; actions: CategoryActions }) {
  const { kind, onEdit, onMerge, onArchive, onMove, canMove, busyWith } = actions
  const { name, isArchived } = category
  const isFixed = keepsName(kind, name)
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon"
          className="-mr-2"
          aria-label={`Actions for ${name}`}
          busy={busyWith === name}
        >
          <MoreHorizontal aria-hidden />
        </Button>
      }
    >
      {!isArchived && (
        <>
          <MenuItem icon={Pencil} onSelect={() => onEdit(category)}>
            Edit
          </MenuItem>
          <MenuItem icon={ArrowUp} disabled={!canMove(category, -1)} onSelect={() => onMove(category, -1)}>
            Move up
          </MenuItem>
          <MenuItem icon={ArrowDown} disabled={!canMove(category, 1)} onSelect={() => onMove(category, 1)}>
            Move down
          </MenuItem>
        </>
      )}
      {!isFixed && (
        <>
          {!isArchived && <MenuSeparator />}
          <MenuItem icon={Merge} onSelect={() => onMerge(category)}>
            Merge into…
          </MenuItem>
          {isArchived ? (
            <MenuItem icon={ArchiveRestore} onSelect={() => onArchive(category, false)}>
              Use again
            </MenuItem>
          ) : (
            <MenuItem icon={Archive} onSelect={() => onArchive(category, true)}>
              Archive
            </MenuItem>
          )}
        </>
      )}
    </Menu>
  )
}
