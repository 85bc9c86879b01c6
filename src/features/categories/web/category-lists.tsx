import { useQuery } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import { useRef, useState } from 'react'
import { Card, CardContent, CardTitle } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import { useFocusIfLost } from '../../../web/use-focus-if-lost.ts'
import type { Category, CategoryList } from '../contract.ts'
import type { CategoryKind } from '../rules.ts'
import { categoryListQuery } from './category-api.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { branchesOf, movedNames } from './category-options.ts'
import { type CategoryActions, CategoryRow } from './category-row.tsx'
import { kindNames } from './category-text.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { RecentChanges } from './recent-changes.tsx'
import { type CategoryChanges, useCategoryChanges } from './use-category-changes.ts'

interface CategoryListsProps {
  kind: CategoryKind
  /** Whether the plan leaves them as they are. */
  isLocked: boolean
  isAdding: boolean
  onAddingChange: (isAdding: boolean) => void
}

/** The categories of one kind: those in use, those that are archived, and what can be undone. */
export function CategoryLists({ kind, isLocked, isAdding, onAddingChange }: CategoryListsProps) {
  const query = useQuery({ ...categoryListQuery(kind), refetchOnMount: 'always' })
  const changes = useCategoryChanges(kind)
  if (query.data === undefined) {
    return (
      <Card>
        {query.isError ? (
          <ErrorState title="The categories could not be loaded" query={query} />
        ) : (
          <CardContent>
            <Skeletons sizes={Array.from({ length: 8 }, () => 'h-6 w-full max-w-80')} className="gap-6" />
          </CardContent>
        )}
      </Card>
    )
  }
  const { categories } = query.data
  return (
    <>
      <LoadedLists kind={kind} list={query.data} changes={changes} isLocked={isLocked} />
      <CategoryDialog
        open={isAdding}
        onOpenChange={onAddingChange}
        kind={kind}
        category={null}
        categories={categories}
        onSave={changes.save}
      />
    </>
  )
}

interface LoadedListsProps {
  kind: CategoryKind
  list: CategoryList
  changes: CategoryChanges
  isLocked: boolean
}

function LoadedLists({ kind, list: { categories, changes: recent }, changes, isLocked }: LoadedListsProps) {
  const section = useRef<HTMLElement>(null)
  // Two states, so that a dialog keeps its text while it closes.
  const [selected, setSelected] = useState<Category | null>(null)
  const [action, setAction] = useState<'edit' | 'merge' | null>(null)
  // A dialog starts empty each time it is opened.
  const [opened, setOpened] = useState(0)
  const saved = useRef<string | null>(null)
  const [said, setSaid] = useState('')
  // A category that is archived or used again stands elsewhere, and what was undone is gone.
  useFocusIfLost(section)
  const used = categories.filter(({ isArchived }) => !isArchived)
  const archived = categories.filter(({ isArchived }) => isArchived)

  function open(category: Category, next: 'edit' | 'merge') {
    setOpened(opened + 1)
    setSelected(category)
    setAction(next)
  }

  function focusRow(name: string): boolean {
    const row = section.current?.querySelector(`[data-category="${CSS.escape(name)}"]`)
    const menu = row?.querySelector('button')
    menu?.focus()
    return menu !== null && menu !== undefined
  }

  async function move({ name }: Category, step: -1 | 1) {
    const names = movedNames(categories, name, step)
    if (names && (await changes.order(name, names))) {
      setSaid(`${name} moved ${step === 1 ? 'down' : 'up'}`)
      // The browser takes the focus from what moves in the page.
      focusRow(name)
    }
  }

  async function save(category: Category | null, body: Parameters<CategoryChanges['save']>[1]) {
    await changes.save(category, body)
    saved.current = body.name
  }

  /** Under its new name, a row is another one for the page. */
  function focusSaved(): boolean {
    const name = saved.current
    saved.current = null
    return name !== null && focusRow(name)
  }

  const actions: CategoryActions | null = isLocked
    ? null
    : {
        kind,
        onEdit: (category) => open(category, 'edit'),
        onMerge: (category) => open(category, 'merge'),
        onArchive: (category, isArchived) => void changes.setArchived(category, isArchived),
        onMove: (category, step) => void move(category, step),
        canMove: ({ name }, step) => changes.busyWith === null && movedNames(categories, name, step) !== null,
        busyWith: changes.busyWith,
      }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={`Categories of ${kindNames[kind].toLowerCase()}`}
      className="flex flex-col gap-6 outline-none"
    >
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <Card aria-label="In use">
        {used.length === 0 ? (
          <EmptyState
            icon={Tags}
            title="No categories in use"
            text="All of them are archived. Use one again, or add one."
          />
        ) : (
          <CategoryBranches categories={used} actions={actions} />
        )}
      </Card>
      {archived.length > 0 && (
        <Card aria-labelledby="archived-categories">
          <CardContent className="pb-0!">
            <CardTitle id="archived-categories">Archived</CardTitle>
            <p className="mt-1 text-sm text-muted">
              They are no longer offered. What is filed under them stays there.
            </p>
          </CardContent>
          <CategoryBranches categories={archived} actions={actions} isFlat />
        </Card>
      )}
      <RecentChanges
        changes={recent}
        busyWith={changes.busyWith}
        onUndo={(change) => void changes.undo(change)}
      />
      <CategoryDialog
        open={action === 'edit'}
        onOpenChange={() => setAction(null)}
        kind={kind}
        category={selected}
        categories={categories}
        onSave={save}
        moveFocus={focusSaved}
      />
      {selected && (
        <MergeDialog
          key={opened}
          open={action === 'merge'}
          onOpenChange={() => setAction(null)}
          kind={kind}
          category={selected}
          categories={categories}
          fallbackFocus={section}
          onMerge={changes.merge}
        />
      )}
    </section>
  )
}

interface CategoryBranchesProps {
  categories: readonly Category[]
  actions: CategoryActions | null
  isFlat?: boolean
}

function CategoryBranches({ categories, actions, isFlat = false }: CategoryBranchesProps) {
  const branches = isFlat ? categories.map((category) => ({ category, parts: [] })) : branchesOf(categories)
  return (
    <ul className="divide-y divide-border px-4 py-2 sm:px-6">
      {branches.map(({ category, parts }) => (
        <li key={category.name} data-category={category.name}>
          <CategoryRow category={category} actions={actions} showsParent />
          {parts.length > 0 && (
            <ul aria-label={`Parts of ${category.name}`} className="mb-1 ml-1 border-l border-border pl-5">
              {parts.map((part) => (
                <li key={part.name} data-category={part.name}>
                  <CategoryRow category={part} actions={actions} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
