import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { SearchField } from '../../../web/ui/fields/search-field.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { showError } from '../../../web/ui/toast.ts'
import { type Item, removeItem } from '../contract.ts'
import { listedItems, maxItemLength } from '../rules.ts'
import { itemsKey, itemsQuery } from './item-api.ts'

interface ItemsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What is suggested while a line is typed, to be removed one by one. */
export function ItemsDialog({ open, onOpenChange }: ItemsDialogProps) {
  const [search, setSearch] = useState('')
  const queries = useQueryClient()
  const query = useQuery({
    ...itemsQuery(search),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const [busyWith, setBusyWith] = useState<string | null>(null)
  const items = query.data?.items ?? []

  async function remove({ id }: Item) {
    setBusyWith(id)
    try {
      await call(removeItem, { params: { id } })
    } catch (error) {
      showError('The item was not removed', messageOf(error, 'Please try again.'))
    }
    await queries.invalidateQueries({ queryKey: itemsKey })
    setBusyWith(null)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Saved items"
      description="These are suggested while you type a line. Lines of invoices you save are added automatically. Existing invoices stay as they are."
      footer={
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      }
    >
      <SearchField
        label="Search items"
        search={search}
        onSearch={setSearch}
        maxLength={maxItemLength}
        className="mb-3 w-full"
      />
      {query.isError ? (
        <ErrorState title="The items could not be loaded" query={query} />
      ) : query.data === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <ItemList {...{ items, search, busyWith }} onRemove={(item) => void remove(item)} />
      )}
    </Dialog>
  )
}

interface ItemListProps {
  items: readonly Item[]
  search: string
  busyWith: string | null
  onRemove: (item: Item) => void
}

function ItemList({ items, search, busyWith, onRemove }: ItemListProps) {
  if (items.length === 0) {
    const text = search === '' ? 'You have no saved items yet.' : 'No item contains this text.'
    return <p className="py-2 text-sm text-muted">{text}</p>
  }
  return (
    <>
      <ul aria-label="Saved items" className="divide-y divide-border">
        {items.map((item) => (
          <li key={item.id} className="flex items-center gap-3 py-1.5">
            <span className="min-w-0 flex-1 text-sm wrap-anywhere text-foreground">{item.description}</span>
            <span className="text-sm text-muted tabular-nums">
              {formatMoney(item.rateMinor, { currency: item.currency })}
            </span>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove ${item.description}`}
              busy={busyWith === item.id}
              onClick={() => onRemove(item)}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      {items.length === listedItems && <p className="pt-2 text-sm text-muted">Search to find others.</p>}
    </>
  )
}
