import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { FieldErrors } from '../../../shared/errors.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { stepText } from '../../invoices/rules.ts'
import type { ReminderSettings } from '../contract.ts'
import { maxSteps } from '../rules.ts'
import {
  isRecommended,
  problemOfDay,
  textsLostToRecommended,
  withRecommended,
  withStep,
  withoutStep,
} from './reminder-draft.ts'
import { SeriesStep } from './series-step.tsx'

interface OwnSeriesProps {
  draft: ReminderSettings
  problems: FieldErrors
  company: string
  onChange: (next: ReminderSettings) => void
}

export function OwnSeries({ draft, problems, company, onChange }: OwnSeriesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  // Kept in state, so that the dialog keeps its text while it closes.
  const [lostDays, setLostDays] = useState<readonly number[]>([])
  const { steps } = draft
  function add(offsetDays: number) {
    onChange(withStep(draft, offsetDays))
    setAnnouncement(`Added: ${stepText(offsetDays)}`)
  }
  function remove(offsetDays: number) {
    onChange(withoutStep(draft, offsetDays))
    setAnnouncement(`Removed: ${stepText(offsetDays)}`)
    // The button disappears with its step.
    heading.current?.focus()
  }
  function confirmOrReplace() {
    const days = textsLostToRecommended(draft)
    setLostDays(days)
    if (days.length > 0) setIsAsking(true)
    else replace()
  }
  function replace() {
    setIsAsking(false)
    onChange(withRecommended(draft))
    setAnnouncement('The recommended series is selected.')
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="own-series" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3
          ref={heading}
          id="own-series"
          tabIndex={-1}
          className="font-semibold text-foreground outline-none"
        >
          My own series
        </h3>
        {!isRecommended(draft) && (
          <Button variant="secondary" size="sm" onClick={confirmOrReplace}>
            Use the recommended series
          </Button>
        )}
      </div>
      {steps.length === 0 ? (
        <Notice tone="attention" title="No reminders will be sent">
          Your series has no days. Add one, or use the recommended series: 7 days before the due date, on the
          day, and 1, 7, 14 and 30 days after.
        </Notice>
      ) : (
        <ol className="flex flex-col divide-y divide-border rounded-lg border border-border">
          {steps.map((step, index) => (
            <SeriesStep
              key={step.offsetDays}
              step={step}
              problems={{
                subject: problems[`steps.${index}.subject`],
                body: problems[`steps.${index}.body`],
              }}
              company={company}
              draft={draft}
              onChange={onChange}
              onRemove={() => remove(step.offsetDays)}
            />
          ))}
        </ol>
      )}
      <output className="sr-only">{announcement}</output>
      {steps.length < maxSteps ? (
        <AddStep draft={draft} onAdd={add} />
      ) : (
        <p className="text-sm text-muted">{maxSteps} reminders are the maximum for a series.</p>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        fallbackFocus={heading}
        title="Replace your series?"
        description={`Your own text for the reminder ${spellOut.format(lostDays.map(stepText))} will be deleted. Texts for the recommended days stay.`}
        confirmLabel="Replace"
        onConfirm={replace}
      />
    </section>
  )
}

const spellOut = new Intl.ListFormat('en-US', { type: 'conjunction' })

type Side = 'before' | 'on' | 'after'

function AddStep({ draft, onAdd }: { draft: ReminderSettings; onAdd: (offsetDays: number) => void }) {
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
