import { useQuery } from '@tanstack/react-query'
import { Landmark, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { maxSearchLength } from '../../../../web/lists/list-url-state.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { SearchField } from '../../../../web/ui/fields/search-field.tsx'
import { Skeletons } from '../../../../web/ui/skeleton.tsx'
import type { FiledUnder } from '../../contract.ts'
import { receiptTargetsQuery } from '../receipt-api.ts'

interface TargetsDialogProps {
  receiptId: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onChoose: (target: FiledUnder) => void
}

/** Chooses the expense or bank transaction that a receipt is filed under. */
export function TargetsDialog({ receiptId, open, onOpenChange, onChoose }: TargetsDialogProps) {
  const [search, setSearch] = useState('')
  const query = useQuery({ ...receiptTargetsQuery(receiptId, search), enabled: open })
  const targets = query.data?.targets
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Attach to an expense or transaction"
      description="The likeliest come first."
    >
      <div className="flex flex-col gap-3">
        <SearchField
          label="Search expenses and transactions"
          placeholder="Search"
          search={search}
          onSearch={setSearch}
          maxLength={maxSearchLength}
          className="w-full"
        />
        {/* As high with few as with many, so that the dialog does not jump. */}
        <div className="min-h-80">
          {query.isError && !targets ? (
            <ErrorState title="They could not be loaded" query={query} />
          ) : targets === undefined ? (
            <Skeletons sizes={['h-12', 'h-12', 'h-12']} className="gap-2" />
          ) : targets.length === 0 ? (
            <p className="py-8 text-center text-sm text-muted">Nothing found.</p>
          ) : (
            <ul className="divide-y divide-border">
              {targets.map((target) => (
                <li key={`${target.kind} ${target.id}`}>
                  <Target target={target} onChoose={() => onChoose(target)} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Target({ target, onChoose }: { target: FiledUnder; onChoose: () => void }) {
  const { kind, text, category, date, amountMinor, currency } = target
  const Icon = kind === 'expense' ? Paperclip : Landmark
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-14 w-full items-center gap-3 rounded-md px-2 py-2 text-left text-sm hover:bg-surface-sunken"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="own-words block truncate font-medium">{text === '' ? category : text}</span>
        <span className="block truncate text-muted">
          {kind === 'expense' ? 'Expense' : 'Bank transaction'} · {category} · {formatDate(date)}
        </span>
      </span>
      <span className="font-semibold tabular-nums">{formatMoney(Math.abs(amountMinor), { currency })}</span>
    </button>
  )
}
