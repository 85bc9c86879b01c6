import { Field } from '../../../web/ui/fields/field.tsx'
import { SearchField } from '../../../web/ui/fields/search-field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { CategoriesLink } from '../../categories/web/categories-link.tsx'
import { CategoryOptionList } from '../../categories/web/category-option-list.tsx'
import { filterOptions } from '../../categories/web/category-options.ts'
import { useCategories } from '../../categories/web/use-categories.ts'
import { maxSearchLength } from '../contract.ts'
import type { ExpenseUrlState } from './expense-url-state.ts'

interface ExpenseFiltersProps {
  urlState: ExpenseUrlState
  onCategory: (category: ExpenseUrlState['category']) => void
  onSearch: (search: string) => void
}

export function ExpenseFilters({ urlState, onCategory, onSearch }: ExpenseFiltersProps) {
  const options = filterOptions(useCategories('expense'), urlState.category)
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
      <SearchField
        label="Search notes"
        search={urlState.search ?? ''}
        onSearch={onSearch}
        maxLength={maxSearchLength}
      />
      <div className="flex items-center gap-3">
        {/* The label is beside the select; above it, the select would not line up with the search. */}
        <span aria-hidden className="text-sm text-muted">
          Category
        </span>
        <Field label="Category" hideLabel className="flex-1 sm:w-44">
          <Select
            value={urlState.category ?? ''}
            onChange={({ target }) => onCategory(target.value || undefined)}
          >
            <option value="">All</option>
            <CategoryOptionList options={options} />
          </Select>
        </Field>
        <CategoriesLink kind="expense" />
      </div>
    </div>
  )
}
