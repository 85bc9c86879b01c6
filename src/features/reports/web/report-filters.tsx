import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Segmented } from '../../../web/ui/fields/segmented.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { useHomeCurrency } from '../../auth/web/session.ts'
import { CategoryOptionList } from '../../categories/web/category-option-list.tsx'
import { filterOptions } from '../../categories/web/category-options.ts'
import { useCategories } from '../../categories/web/use-categories.ts'
import type { Unit } from '../../periods/rules.ts'
import { ratesQuery } from '../../rates/web/rates-api.ts'
import type { ReportQuery } from '../contract.ts'
import { type ReportName, reports } from '../rules.ts'
import { ClientFilter } from './client-filter.tsx'
import { type PeriodProps, PeriodFilter } from './period-filter.tsx'
import { basisLabels } from './report-text.ts'
import { type ReportUrlState, countFilters, hasPart } from './report-url-state.ts'

interface ReportFiltersProps extends PeriodProps {
  name: ReportName
}

const bases = (['accrual', 'cash'] as const).map((value) => ({ value, label: basisLabels[value] }))
const columns = { month: 'By month', quarter: 'By quarter', year: 'By year' } satisfies Record<Unit, string>
const compares = {
  previous: 'Period before',
  'last-year': 'Year before',
  none: 'Nothing',
} satisfies Record<ReportQuery['compare'], string>

/** What the report can be asked for. On a phone, everything but the period is collapsed. */
export function ReportFilters({ name, ...period }: ReportFiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const count = countFilters(name, period.urlState)
  const hasMore = reports[name].parts.length > 1
  return (
    <section aria-label="Filters" className="flex flex-col gap-3 print:hidden">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <PeriodFilter {...period} isDay={hasPart(name, 'day')} />
        {hasMore && (
          <>
            <Button
              variant="ghost"
              size="sm"
              className="-ml-3 w-fit sm:hidden"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
            >
              {count === 0 ? 'More filters' : `More filters, ${count} set`}
              <ChevronDown
                aria-hidden
                className={classNames('transition-transform', isOpen && 'rotate-180')}
              />
            </Button>
            <div id={id} className={classNames('gap-3 sm:contents', isOpen ? 'grid' : 'hidden')}>
              <OtherFilters name={name} {...period} />
            </div>
          </>
        )}
      </div>
    </section>
  )
}

type OtherFiltersProps = Pick<ReportFiltersProps, 'name' | 'urlState' | 'errors' | 'onChange'>

function OtherFilters({ name, urlState, errors, onChange }: OtherFiltersProps) {
  const { basis = 'accrual', by, compare = 'previous', client, category } = urlState
  const change = (values: ReportUrlState) => onChange({ ...urlState, ...values })
  return (
    <>
      {hasPart(name, 'basis') && (
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="text-sm font-medium text-foreground">
            Count amounts
          </span>
          <Segmented
            legend="Count amounts"
            value={basis}
            options={bases}
            className="sm:[&>button]:flex-1"
            onValueChange={(value) => change({ basis: value })}
          />
        </div>
      )}
      {hasPart(name, 'by') && (
        <Field label="Columns" error={errors['by']}>
          <Select
            value={by ?? ''}
            onChange={({ target }) => change({ by: (target.value || undefined) as Unit | undefined })}
          >
            <option value="">Total</option>
            <Options labels={columns} />
          </Select>
        </Field>
      )}
      {hasPart(name, 'compare') && by === undefined && (
        <Field label="Compare with">
          <Select
            value={compare}
            onChange={({ target }) => change({ compare: target.value as ReportQuery['compare'] })}
          >
            <Options labels={compares} />
          </Select>
        </Field>
      )}
      {hasPart(name, 'client') && (
        <ClientFilter client={client} onChange={(chosen) => change({ client: chosen })} />
      )}
      {hasPart(name, 'category') && (
        <CategoryFilter category={category} onChange={(chosen) => change({ category: chosen })} />
      )}
      {hasPart(name, 'currency') && (
        <CurrencyFilter currency={urlState.currency} onChange={(currency) => change({ currency })} />
      )}
    </>
  )
}

function Options({ labels }: { labels: Record<string, string> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

interface CategoryFilterProps {
  category: string | undefined
  onChange: (category: string | undefined) => void
}

function CategoryFilter({ category, onChange }: CategoryFilterProps) {
  const options = filterOptions(useCategories('expense'), category)
  return (
    <Field label="Category">
      <Select value={category ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">All</option>
        <CategoryOptionList options={options} />
      </Select>
    </Field>
  )
}

interface CurrencyFilterProps {
  currency: string | undefined
  onChange: (currency: string | undefined) => void
}

/** Only for a business that uses several currencies. */
function CurrencyFilter({ currency, onChange }: CurrencyFilterProps) {
  const home = useHomeCurrency()
  const { data } = useQuery(ratesQuery(home))
  const others = data?.current.map((rate) => rate.currency) ?? []
  const codes = [...new Set([home, ...others, ...(currency === undefined ? [] : [currency])])]
  if (codes.length === 1) return null
  return (
    <Field label="Currency">
      <Select value={currency ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">All, in {home}</option>
        {codes.map((code) => (
          <option key={code} value={code}>
            Only {code}
          </option>
        ))}
      </Select>
    </Field>
  )
}
