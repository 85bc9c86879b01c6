import { SearchField } from '../../../../web/ui/fields/search-field.tsx'
import { Segmented } from '../../../../web/ui/fields/segmented.tsx'
import { type InvoiceUrlState, maxSearchLength, statusFilters } from './invoice-url-state.ts'

interface InvoiceFiltersProps {
  urlState: InvoiceUrlState
  onStatus: (status: InvoiceUrlState['status']) => void
  onSearch: (search: string) => void
}

export function InvoiceFilters({ urlState, onStatus, onSearch }: InvoiceFiltersProps) {
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
      <Segmented legend="Status" value={urlState.status} options={statusFilters} onValueChange={onStatus} />
      <SearchField
        label="Search by client name"
        search={urlState.search ?? ''}
        onSearch={onSearch}
        maxLength={maxSearchLength}
      />
    </div>
  )
}
