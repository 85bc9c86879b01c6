import { CalendarDays } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ComponentProps, useRef, useState } from 'react'
import { Calendar } from './calendar.tsx'
import { ClearButton } from './clear-button.tsx'
import { formatIsoDate, parseDateText } from './date-text.ts'
import { Input } from './input.tsx'

interface DatePickerProps extends Omit<
  ComponentProps<typeof Input>,
  'value' | 'defaultValue' | 'onChange' | 'type' | 'trailing' | 'min' | 'max' | 'ref'
> {
  /** `yyyy-MM-dd`, or null. */
  value: string | null
  /** Called with null if the field is empty or its text is not a date; `text` is what was typed. */
  onValueChange: (iso: string | null, text: string) => void
  min?: string | undefined
  max?: string | undefined
  /** For a filter: a button with this name empties the field. The calendar opens from the left end then. */
  clearLabel?: string
  ref?: ComponentProps<'input'>['ref']
}

function textOf(value: string | null) {
  return value ? formatIsoDate(value) : ''
}

export function DatePicker({
  value,
  onValueChange,
  min,
  max,
  onBlur,
  placeholder = 'MMM d, yyyy',
  clearLabel,
  className,
  ...props
}: DatePickerProps) {
  const field = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [text, setText] = useState(() => textOf(value))
  const [seen, setSeen] = useState(value)
  // A value set from outside replaces the text. The value of what is being typed must not.
  if (value !== seen) {
    setSeen(value)
    if (value !== parseDateText(text)) setText(textOf(value))
  }
  const calendar = (
    <Popover.Trigger
      disabled={props.disabled === true || props.readOnly === true}
      aria-label={value ? `Change date, ${formatIsoDate(value)}` : 'Choose date'}
      className="flex size-8 items-center justify-center rounded-sm text-muted hover:text-foreground disabled:opacity-50 touch:size-11"
    >
      <CalendarDays aria-hidden className="size-4" />
    </Popover.Trigger>
  )
  function clear() {
    setText('')
    onValueChange(null, '')
    field.current?.querySelector('input')?.focus()
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <div ref={field} className={className}>
          <Input
            autoComplete="off"
            {...props}
            placeholder={placeholder}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              onValueChange(parseDateText(event.target.value), event.target.value)
            }}
            onBlur={(event) => {
              const iso = parseDateText(text)
              if (iso !== null) setText(formatIsoDate(iso))
              onBlur?.(event)
            }}
            {...(clearLabel === undefined
              ? { trailing: calendar }
              : {
                  leading: calendar,
                  trailing: text !== '' && <ClearButton label={clearLabel} onClear={clear} />,
                })}
          />
        </div>
      </Popover.Anchor>
      <Popover.Content
        aria-label="Calendar"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => {
          // Focuses the day that the arrow keys start from, rather than the button for the previous month.
          const day =
            event.currentTarget instanceof Element && event.currentTarget.querySelector('td [tabindex="0"]')
          if (day instanceof HTMLElement) {
            event.preventDefault()
            day.focus()
          }
        }}
        className="z-50 animate-pop-in rounded-lg border border-border bg-surface-raised p-3 shadow-float"
      >
        <Calendar
          value={value}
          min={min}
          max={max}
          onValueChange={(iso) => {
            setText(formatIsoDate(iso))
            onValueChange(iso, formatIsoDate(iso))
            setOpen(false)
          }}
        />
      </Popover.Content>
    </Popover.Root>
  )
}
