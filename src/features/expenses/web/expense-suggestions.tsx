import { useQuery } from '@tanstack/react-query'
import { History, RotateCcw, Tag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { formatMoney } from '../../../shared/money.ts'
import { wholeRow } from '../../../web/forms/form-section.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { type ExpenseEntry, maxSearchLength } from '../contract.ts'
import { suggestionsQuery } from './expense-api.ts'
import { type ExpenseFormValues, entryValues, filledFrom } from './expense-form-values.ts'

const minLength = 2
const maxShown = 3
const typingPauseMs = 250

/** Suggestions for the typed notes: the category they had before, and earlier expenses to fill in. */
export function NotesSuggestions() {
  const { control, getValues } = useFormContext<ExpenseFormValues>()
  const watched = useWatch({ control, name: ['notes', 'vendor', 'category', 'amountMinor'] })
  const [notes, vendor, category, amountMinor] = watched
  const fill = useFill()
  const typed = notes.trim().slice(0, maxSearchLength)
  const settled = useSettled(typed)
  const { data } = useQuery({ ...suggestionsQuery(settled), enabled: settled.length >= minLength })
  const suggestions = typed.length >= minLength ? data : undefined
  const suggested = suggestions && suggestions.category !== category ? suggestions.category : null
  const isFilledIn = (entry: ExpenseEntry) =>
    entry.notes === notes && entry.vendor === vendor && entry.category === category && amountMinor !== null
  const matches = (suggestions?.matches ?? []).filter((entry) => !isFilledIn(entry)).slice(0, maxShown)
  const isEmpty = suggested === null && matches.length === 0
  return (
    <div className={classNames(wholeRow, 'flex min-w-0 flex-wrap gap-2', isEmpty ? 'absolute' : '-mt-2')}>
      {/* Always rendered, so that screen readers announce what is added to it. */}
      <span aria-live="polite" className="sr-only">
        {isEmpty ? '' : 'Suggestions appear below the notes.'}
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
          key={`${entry.category} ${entry.vendor} ${entry.notes}`}
          variant="secondary"
          size="sm"
          className="min-w-0 shrink font-normal"
          onClick={() => fill(filledFrom(entry, getValues()), 'notes')}
        >
          <History aria-hidden />
          <span className="sr-only">Fill in</span>
          <span className="own-words min-w-0 truncate">
            {[entry.vendor, entry.notes].filter(Boolean).join(': ')}
          </span>
          <span className="shrink-0 text-muted">
            {[entry.category, amountMinor === null && formatMoney(entry.amountMinor, entry)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </Button>
      ))}
    </div>
  )
}

/** A button that fills the form from the last expense and shows what it contains. */
export function RepeatLast() {
  const { data } = useQuery(suggestionsQuery(''))
  const fill = useFill()
  const last = data?.last
  if (!last) return null
  const { amountMinor, category, notes, vendor } = last
  return (
    <Button
      variant="secondary"
      size="sm"
      className="min-w-0 shrink"
      onClick={() => fill(entryValues(last), 'amountMinor')}
    >
      <RotateCcw aria-hidden />
      <span className="shrink-0">Repeat last</span>
      <span className="own-words min-w-0 truncate font-normal text-muted">
        {[formatMoney(amountMinor, last), category, vendor, notes].filter(Boolean).join(' · ')}
      </span>
    </Button>
  )
}

/** Fills form fields as if the user had typed them, and focuses one of them. */
function useFill() {
  const { setValue, clearErrors, setFocus } = useFormContext<ExpenseFormValues>()
  return (values: Partial<ExpenseFormValues>, focusedField: 'amountMinor' | 'notes') => {
    const names = Object.keys(values) as (keyof ExpenseFormValues)[]
    for (const name of names) setValue(name, values[name] ?? null, { shouldDirty: true })
    clearErrors(names)
    // The pressed button may have disappeared.
    setFocus(focusedField)
  }
}

/** Debounces a text: returns it once the user has stopped typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
