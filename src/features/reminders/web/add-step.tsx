import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import type { ReminderSettings } from '../contract.ts'
import { problemOfDay } from './reminder-draft.ts'

interface AddStepProps {
  draft: ReminderSettings
  onAdd: (offsetDays: number) => void
}

type Side = 'before' | 'on' | 'after'

export function AddStep({ draft, onAdd }: AddStepProps) {
  const [days, setDays] = useState('')
  const [side, setSide] = useState<Side>('after')
  // The error appears only after a click on Add, and disappears when the draft changes.
  const [triedOn, setTriedOn] = useState<ReminderSettings>()
  const field = useRef<HTMLInputElement>(null)
  const isOn = side === 'on'
  const offsetDays = isOn ? 0 : offsetOf(days, side)
  const problem = problemOfDay(draft, offsetDays)

  function add() {
    setTriedOn(problem === null ? undefined : draft)
    if (problem === null) {
      onAdd(offsetDays)
      setDays('')
    }
    field.current?.focus()
  }
  function addByKeyboard(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Otherwise Enter would submit the form.
    event.preventDefault()
    add()
  }

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 text-sm font-medium text-foreground">Add a reminder</legend>
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Days" hideLabel error={triedOn === draft ? problem : null} className="w-full sm:w-56">
          <Input
            ref={field}
            inputMode="numeric"
            autoComplete="off"
            placeholder="Days"
            value={isOn ? '0' : days}
            readOnly={isOn}
            onChange={(event) => {
              setTriedOn(undefined)
              setDays(event.target.value)
            }}
            onKeyDown={addByKeyboard}
          />
        </Field>
        <Field label="Before or after the due date" hideLabel className="w-full sm:w-60">
          <Select
            value={side}
            onChange={(event) => {
              setTriedOn(undefined)
              setSide(event.target.value as Side)
            }}
          >
            <option value="before">days before the due date</option>
            <option value="on">on the due date</option>
            <option value="after">days after the due date</option>
          </Select>
        </Field>
        <Button variant="secondary" onClick={add}>
          <Plus aria-hidden />
          Add
        </Button>
      </div>
    </fieldset>
  )
}

/** Returns the offset in days; NaN if the text is not a whole number. */
function offsetOf(days: string, side: Side): number {
  if (!/^\s*\d+\s*$/.test(days)) return Number.NaN
  const count = Number(days)
  // Never -0, which some comparisons do not treat as 0.
  return side === 'before' && count > 0 ? -count : count
}
