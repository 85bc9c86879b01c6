import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { RowCheckbox } from '../../../web/ui/fields/row-checkbox.tsx'
import { SearchField } from '../../../web/ui/fields/search-field.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import type { MatchTarget, matchKinds } from '../contract.ts'
import { coveredText, targetDetail } from './match-text.ts'
import { matchTargetsQuery } from './matching-api.ts'

type Kind = (typeof matchKinds)[number]
type Found = MatchTarget & { kind: Kind }

interface MatchTargetsProps {
  transactionId: string
  isBusy: boolean
  onChoose: (choice: { kind: Kind; targetIds: string[] }) => void
}

/** A search for what a transaction belongs to. Several invoices can be chosen together. */
export function MatchTargets({ transactionId, isBusy, onChoose }: MatchTargetsProps) {
  const [search, setSearch] = useState('')
  const [invoices, setInvoices] = useState<ReadonlySet<string>>(new Set())
  const query = useQuery(matchTargetsQuery(transactionId, search))
  const targets = query.data?.targets

  function toggle(id: string) {
    const next = new Set(invoices)
    if (!next.delete(id)) next.add(id)
    setInvoices(next)
  }

  return (
    <div className="flex flex-col gap-3">
      <SearchField
        label="Search invoices, expenses and receipts"
        placeholder="Number, client, amount or notes"
        search={search}
        onSearch={setSearch}
        maxLength={200}
        className="w-full"
      />
      {/* As high with few as with many, so that the dialog does not jump. */}
      <div className="h-64 overflow-y-auto" tabIndex={-1}>
        {query.isError && !targets ? (
          <ErrorState title="They could not be loaded" query={query} />
        ) : targets === undefined ? (
          <Skeletons sizes={['h-12', 'h-12', 'h-12']} className="gap-2" />
        ) : targets.length === 0 ? (
          <p className="py-8 text-center text-sm text-muted">Nothing found.</p>
        ) : (
          <ul className="divide-y divide-border">
            {targets.map((target) => (
              <li key={`${target.kind} ${target.id}`} className="flex items-center gap-2 py-1">
                {target.kind === 'invoices' && (
                  <RowCheckbox
                    label={`Select ${target.title}`}
                    checked={invoices.has(target.id)}
                    onChange={() => toggle(target.id)}
                  />
                )}
                <TargetButton
                  target={target}
                  onChoose={() =>
                    target.kind === 'invoices'
                      ? toggle(target.id)
                      : onChoose({ kind: target.kind, targetIds: [target.id] })
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {invoices.size > 0 && (
        <Button busy={isBusy} onClick={() => onChoose({ kind: 'invoices', targetIds: [...invoices] })}>
          {invoices.size === 1 ? 'Record payment' : `Record payment for ${invoices.size} invoices`}
        </Button>
      )}
    </div>
  )
}

function TargetButton({ target, onChoose }: { target: Found; onChoose: () => void }) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-1 text-left text-sm hover:bg-surface-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="own-words block truncate font-medium">{target.title}</span>
        <span className="own-words block truncate text-muted">{targetDetail(target)}</span>
      </span>
      <span className="font-semibold tabular-nums">{coveredText(target)}</span>
    </button>
  )
}
