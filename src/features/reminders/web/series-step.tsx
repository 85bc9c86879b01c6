import { ChevronDown, RotateCcw, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { capitalized } from '../../../web/format/capitalized.ts'
import { lengthHint } from '../../../web/forms/length-hint.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import { stepText } from '../../invoices/rules.ts'
import type { ReminderSettings, ReminderStep } from '../contract.ts'
import { placeholders, defaultReminderText, textLengths, type ReminderText } from '../rules.ts'
import { hasOwnText, textOf, withText } from './reminder-draft.ts'
import { TextPreview } from './text-preview.tsx'

interface SeriesStepProps {
  step: ReminderStep
  problems: { subject: string | undefined; body: string | undefined }
  company: string
  draft: ReminderSettings
  onChange: (next: ReminderSettings) => void
  onRemove: () => void
}

export function SeriesStep({ step, problems, company, draft, onChange, onRemove }: SeriesStepProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  // A step with errors is always open.
  const isShown = isOpen || problems.subject !== undefined || problems.body !== undefined
  const stepLabel = stepText(step.offsetDays)
  return (
    <li className="flex flex-col px-3 py-2 sm:px-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p id={`${id}-step`} className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span>{capitalized(stepLabel)}</span>
          {hasOwnText(step) && <Badge tone="accent">Custom text</Badge>}
        </p>
        <div className="flex items-center gap-1">
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isShown}
            aria-controls={`${id}-text`}
            aria-label={`Text: ${stepLabel}`}
            onClick={() => setIsOpen(!isShown)}
          >
            Text
            <ChevronDown
              aria-hidden
              className={classNames('transition-transform', isShown && 'rotate-180')}
            />
          </Button>
          <Button variant="ghost" size="icon" aria-label={`Remove: ${stepLabel}`} onClick={onRemove}>
            <X aria-hidden />
          </Button>
        </div>
      </div>
      <div id={`${id}-text`}>
        {isShown && (
          <StepText
            labelledBy={`${id}-step`}
            step={step}
            problems={problems}
            company={company}
            onChange={(text) => onChange(withText(draft, step.offsetDays, text))}
          />
        )}
      </div>
    </li>
  )
}

interface StepTextProps {
  /** The id of the element that names the step. Several steps can be open at the same time. */
  labelledBy: string
  step: ReminderStep
  problems: { subject: string | undefined; body: string | undefined }
  company: string
  onChange: (text: Partial<ReminderText>) => void
}

function StepText({ labelledBy, step, problems, company, onChange }: StepTextProps) {
  const text = textOf(step)
  const subject = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTextAreaElement>(null)
  // The field that had the focus last: placeholders are inserted there.
  const lastFocused = useRef<keyof ReminderText>('body')

  function insert(placeholder: string) {
    const name = lastFocused.current
    const control = name === 'subject' ? subject.current : body.current
    if (!control) return
    const start = control.selectionStart ?? text[name].length
    const end = control.selectionEnd ?? start
    const inserted = `{${placeholder}}`
    flushSync(() => onChange({ [name]: text[name].slice(0, start) + inserted + text[name].slice(end) }))
    control.focus()
    control.setSelectionRange(start + inserted.length, start + inserted.length)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would not be a grid in every browser
    <div role="group" aria-labelledby={labelledBy} className="grid gap-5 pt-2 pb-3 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Field
          label="Subject"
          hint={lengthHint(text.subject.trim().length, textLengths.subject)}
          error={problems.subject}
        >
          <Input
            ref={subject}
            value={text.subject}
            autoComplete="off"
            onFocus={() => (lastFocused.current = 'subject')}
            onChange={(event) => onChange({ subject: event.target.value })}
            // Enter would save the whole page.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </Field>
        <Field
          label="Text"
          hint={lengthHint(text.body.trim().length, textLengths.body)}
          error={problems.body}
        >
          <Textarea
            ref={body}
            rows={9}
            value={text.body}
            onFocus={() => (lastFocused.current = 'body')}
            onChange={(event) => onChange({ body: event.target.value })}
          />
        </Field>
        <Placeholders onInsert={insert} />
        <Button
          variant="link"
          className="self-start aria-disabled:cursor-default aria-disabled:opacity-50"
          aria-disabled={!hasOwnText(step)}
          onClick={() => hasOwnText(step) && onChange(defaultReminderText(step.offsetDays))}
        >
          <RotateCcw aria-hidden />
          Restore default
        </Button>
      </div>
      <TextPreview offsetDays={step.offsetDays} text={text} company={company} />
    </div>
  )
}

function Placeholders({ onInsert }: { onInsert: (placeholder: string) => void }) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className="flex flex-wrap items-center gap-1.5">
      <span id={id} className="mr-1 text-sm text-muted">
        Insert
      </span>
      {Object.entries(placeholders).map(([name, meaning]) => (
        <Button
          key={name}
          variant="secondary"
          size="sm"
          title={meaning}
          aria-label={`{${name}}: ${meaning}`}
          className="px-2 font-normal"
          onClick={() => onInsert(name)}
        >
          {`{${name}}`}
        </Button>
      ))}
    </fieldset>
  )
}
