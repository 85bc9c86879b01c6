import { format } from 'date-fns/format'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker, type Matcher, type Modifiers } from 'react-day-picker'
import { dateFromIso, isoFromDate } from './date-text.ts'

interface CalendarProps {
  value: string | null
  onValueChange: (iso: string) => void
  min?: string | undefined
  max?: string | undefined
}

const navButton =
  'flex size-9 items-center justify-center rounded-md text-muted hover:bg-surface-sunken hover:text-foreground aria-disabled:opacity-40 touch:size-11'

const look = {
  root: 'relative w-fit',
  month: 'flex flex-col gap-2',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: navButton,
  button_next: navButton,
  month_caption: 'flex h-9 items-center justify-center text-sm font-semibold touch:h-11',
  month_grid: 'border-collapse',
  weekday: 'size-9 text-xs font-normal text-muted touch:w-11',
  day: 'group p-0 text-center text-sm',
  day_button:
    'flex size-9 items-center justify-center rounded-md tabular-nums hover:bg-surface-sunken group-data-today:font-semibold group-data-today:text-accent group-data-outside:text-muted group-data-disabled:pointer-events-none group-data-disabled:opacity-40 group-data-selected:bg-accent group-data-selected:text-accent-foreground! touch:size-11',
}

// The name contains the visible number as a separate word ("9", not "9th"), so that voice control can use it.
function labelDayButton(day: Date, { today, selected }: Modifiers) {
  const name = format(day, 'EEEE, MMMM d, yyyy')
  return `${today ? 'Today, ' : ''}${name}${selected ? ', selected' : ''}`
}

export function Calendar({ value, onValueChange, min, max }: CalendarProps) {
  const selected = value ? dateFromIso(value) : null
  const first = min ? dateFromIso(min) : null
  const last = max ? dateFromIso(max) : null
  const disabled: Matcher[] = []
  if (first) disabled.push({ before: first })
  if (last) disabled.push({ after: last })
  return (
    <DayPicker
      mode="single"
      required
      fixedWeeks
      showOutsideDays
      selected={selected ?? undefined}
      {...(selected ? { defaultMonth: selected } : {})}
      disabled={disabled}
      onSelect={(day) => onValueChange(isoFromDate(day))}
      classNames={look}
      labels={{ labelDayButton }}
      components={{ Chevron }}
    />
  )
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return orientation === 'left' ? (
    <ChevronLeft aria-hidden className="size-4" />
  ) : (
    <ChevronRight aria-hidden className="size-4" />
  )
}
