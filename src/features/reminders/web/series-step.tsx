import { ChevronDown, X } from 'lucide-react'
import { useId, useState } from 'react'
import { capitalized } from '../../../web/format/capitalized.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { stepText } from '../../invoices/rules.ts'
import type { ReminderSettings, ReminderStep } from '../contract.ts'
import { hasOwnText, withText } from './reminder-draft.ts'
import { StepText } from './step-text.tsx'

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
          {hasOwnText(step) && <Badge tone="accent">Own text</Badge>}
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
