import { maxSearchLength } from '../../../../web/lists/list-url-state.ts'
import { SearchField } from '../../../../web/ui/fields/search-field.tsx'
import { Segmented } from '../../../../web/ui/fields/segmented.tsx'
import { type ReceiptUrlState, receiptFilterOptions } from '../receipt-url-state.ts'

interface ReceiptFiltersProps {
  urlState: ReceiptUrlState
  onChange: (change: ReceiptUrlState) => void
}

const views = [
  { value: undefined, label: 'Grid' },
  { value: 'list', label: 'List' },
] as const

export function ReceiptFilters({ urlState, onChange }: ReceiptFiltersProps) {
  const { filter, view, search } = urlState
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchField
        label="Search receipts"
        search={search ?? ''}
        onSearch={(typed) => onChange({ search: typed === '' ? undefined : typed })}
        maxLength={maxSearchLength}
        className="min-w-40 flex-1 sm:max-w-72"
      />
      <Segmented
        legend="View"
        value={view}
        options={views}
        onValueChange={(chosen) => onChange({ view: chosen })}
        className="sm:order-last"
      />
      <Segmented
        legend="Receipts"
        value={filter === 'missing' ? undefined : filter}
        options={receiptFilterOptions}
        onValueChange={(chosen) => onChange({ filter: chosen })}
        className="max-sm:basis-full sm:mr-auto"
      />
    </div>
  )
}
