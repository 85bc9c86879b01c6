import { useQuery } from '@tanstack/react-query'
import { History, Tag } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { formatMoney } from '../../../shared/money.ts'
import { wholeRow } from '../../../web/forms/form-section.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { type ExpenseEntry, longestSearch } from '../contract.ts'
import { suggestionsQuery } from './expense-api.ts'
import { type ExpenseFormValues, filledFrom } from './expense-form-values.ts'
import { useFill } from './use-fill.ts'
import { useSettled } from './use-settled.ts'

const shortest = 2
const maxShown = 3

/** What the notes that are being typed remind of: the category they had before, and earlier entries to take up. */
export function NotesSuggestions() {
  const { control, getValues } = useFormContext<ExpenseFormValues>()
  const [notes, category, amountCents] = useWatch({ control, name: ['notes', 'category', 'amountCents'] })
  const fill = useFill()
  const typed = notes.trim().slice(0, longestSearch)
  const asked = useSettled(typed)
  const { data } = useQuery({ ...suggestionsQuery(asked), enabled: asked.length >= shortest })
  const known = typed.length >= shortest ? data : undefined
  const suggested = known && known.category !== category ? known.category : null
  const isTaken = (entry: ExpenseEntry) =>
    entry.notes === notes && entry.category === category && amountCents !== null
  const matches = (known?.matches ?? []).filter((entry) => !isTaken(entry)).slice(0, maxShown)
  const isEmpty = suggested === null && matches.length === 0
  return (
    <div className={classNames(wholeRow, 'flex min-w-0 flex-wrap gap-2', isEmpty ? 'absolute' : '-mt-2')}>
      {/* There before what comes into it, so that screen readers notice. */}
      <span aria-live="polite" className="sr-only">
        {isEmpty ? '' : 'Suggestions follow the notes.'}
      </span>
      {suggested !== null && (
        <Button variant="secondary" size="sm" onClick={() => fill({ category: suggested }, 'notes')}>
          <Tag aria-hidden />
          <span>
            {suggested}? <span className="font-normal text-muted">You used it for this before</span>
          </span>
        </Button>
      )}
      {matches.map((entry) => (
        <Button
          key={`${entry.category} ${entry.notes}`}
          variant="secondary"
          size="sm"
          className="min-w-0 shrink font-normal"
          onClick={() => fill(filledFrom(entry, getValues()), 'notes')}
        >
          <History aria-hidden />
          <span className="sr-only">Fill in</span>
          <span className="own-words min-w-0 truncate">{entry.notes}</span>
          <span className="shrink-0 text-muted">
            {[entry.category, amountCents === null && formatMoney(entry.amountCents)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </Button>
      ))}
    </div>
  )
}
