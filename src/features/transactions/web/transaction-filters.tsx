import { ChevronDown, RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardTitle } from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { DatePicker } from '../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { SearchField } from '../../../web/ui/fields/search-field.tsx'
import { Segmented } from '../../../web/ui/fields/segmented.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import type { BankAccount } from '../../banking/contract.ts'
import { accountLabel } from '../../banking/rules.ts'
import { CategoryOptionList } from '../../categories/web/category-option-list.tsx'
import type { CategoryOption } from '../../categories/web/category-options.ts'
import { maxSearchLength } from '../rules.ts'
import { type TransactionUrlState, countFilters, typeFilters } from './transaction-url-state.ts'

interface TransactionFiltersProps {
  urlState: TransactionUrlState
  accounts: readonly BankAccount[]
  categories: readonly CategoryOption[]
  onChange: (change: Partial<TransactionUrlState>) => void
  onClear: () => void
  /** Left out for those who may not fetch from the banks. */
  onRefresh: (() => void) | undefined
  isRefreshing: boolean
  clears: number
}

export function TransactionFilters(props: TransactionFiltersProps) {
  const { urlState, accounts, categories, onChange, onClear, onRefresh, isRefreshing, clears } = props
  const [isOpen, setIsOpen] = useState(false)
  const bodyId = useId()
  const count = countFilters(urlState)
  const { account, category, date } = urlState
  return (
    <Card aria-labelledby={`${bodyId}-title`} className="gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CardTitle id={`${bodyId}-title`}>Filters</CardTitle>
        <div className="flex items-center gap-2">
          <Button
            variant="ghost"
            size="sm"
            className="sm:hidden"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {count === 0 ? 'Show' : `${count} set`}
            <ChevronDown aria-hidden className={classNames('transition-transform', isOpen && 'rotate-180')} />
          </Button>
          <Button variant="ghost" size="sm" onClick={onClear}>
            Clear
          </Button>
          {onRefresh && (
            <Button
              variant="secondary"
              size="sm"
              busy={isRefreshing}
              busyLabel="Refreshing..."
              onClick={onRefresh}
            >
              <RefreshCw aria-hidden />
              Refresh
            </Button>
          )}
        </div>
      </div>
      <div
        id={bodyId}
        className={classNames('gap-3 sm:grid sm:grid-cols-2 lg:grid-cols-4', isOpen ? 'grid' : 'hidden')}
      >
        <SearchField
          label="Search transactions"
          placeholder="Search transactions..."
          search={urlState.search ?? ''}
          onSearch={(search) => onChange({ search: search === '' ? undefined : search })}
          maxLength={maxSearchLength}
          className="w-full"
        />
        <Field label="Account" hideLabel>
          <Select
            value={account ?? ''}
            onChange={(event) => onChange({ account: event.target.value || undefined })}
          >
            <option value="">All Accounts</option>
            {accounts.map((option) => (
              <option key={option.id} value={option.id}>
                {accountLabel(option)}
              </option>
            ))}
            {account !== undefined && !accounts.some(({ id }) => id === account) && (
              <option value={account}>Unknown Account</option>
            )}
          </Select>
        </Field>
        <Field label="Category" hideLabel>
          <Select
            value={category ?? ''}
            onChange={(event) => onChange({ category: event.target.value || undefined })}
          >
            <option value="">All Categories</option>
            <CategoryOptionList options={categories} />
          </Select>
        </Field>
        {/* The key resets the field when the filters are cleared, also if it contains an unreadable date. */}
        <DateFilter key={clears} date={date} onChange={(chosen) => onChange({ date: chosen })} />
        <Segmented
          legend="Type"
          value={urlState.type}
          options={typeFilters}
          onValueChange={(type) => onChange({ type })}
          className="sm:col-span-2 sm:w-fit"
        />
      </div>
    </Card>
  )
}

interface DateFilterProps {
  date: string | undefined
  onChange: (date: string | undefined) => void
}

/** Filters by one day. An unreadable date shows an error when the field loses focus. */
function DateFilter({ date, onChange }: DateFilterProps) {
  const [isInvalid, setIsInvalid] = useState(false)
  return (
    <Field
      label="Date"
      hideLabel
      error={isInvalid ? 'Please enter a date like Nov 15, 2026, or pick one.' : undefined}
    >
      <DatePicker
        value={date ?? null}
        placeholder="Pick a date"
        clearLabel="Clear Date"
        onBlur={(event) => setIsInvalid(date === undefined && event.target.value.trim() !== '')}
        onValueChange={(iso) => {
          setIsInvalid(false)
          if ((iso ?? undefined) !== date) onChange(iso ?? undefined)
        }}
      />
    </Field>
  )
}
