import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { classNames } from '../../../web/ui/class-names.ts'
import { Field } from '../../../web/ui/field.tsx'
import { Input } from '../../../web/ui/input.tsx'
import { type ListPlace, longestSearch, statusFilters } from './list-place.ts'

const typingPauseMs = 250

interface InvoiceFiltersProps {
  place: ListPlace
  onStatus: (status: ListPlace['status']) => void
  onSearch: (search: string) => void
}

export function InvoiceFilters({ place, onStatus, onSearch }: InvoiceFiltersProps) {
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
      <fieldset className="grid min-w-0 grid-cols-4 rounded-lg border border-border bg-surface-sunken p-1 sm:flex">
        <legend className="sr-only">Status</legend>
        {statusFilters.map(({ status, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={place.status === status}
            onClick={() => onStatus(status)}
            className={classNames(
              'min-h-8 rounded-md px-2 text-sm font-medium transition-colors sm:px-4 touch:min-h-11',
              place.status === status
                ? 'bg-surface-raised text-foreground shadow-card ring-1 ring-border-strong/50'
                : 'text-muted hover:text-foreground',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <ClientSearch search={place.search ?? ''} onSearch={onSearch} />
    </div>
  )
}

function ClientSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(search)
  // What the address said last by our own doing. Anything else there came with Back or a link, and the field follows.
  const settled = useRef(search)

  useEffect(() => {
    if (search === settled.current) return
    settled.current = search
    setText(search)
  }, [search])

  const settle = useEffectEvent((typed: string) => {
    const wanted = typed.trim()
    if (wanted === settled.current) return
    settled.current = wanted
    onSearch(wanted)
  })

  useEffect(() => {
    const timer = setTimeout(() => settle(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <search className="w-full sm:w-72">
      <Field label="Search by client name" hideLabel>
        <Input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={longestSearch}
          placeholder="Search by client name"
          autoComplete="off"
          enterKeyHint="search"
          leading={<Search aria-hidden />}
        />
      </Field>
    </search>
  )
}
