import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { addDays, isIsoDate } from '../../../../shared/dates.ts'
import { focusField } from '../../../../web/forms/focus-field.ts'
import { FormSection, wholeRow } from '../../../../web/forms/form-section.tsx'
import { GroupError } from '../../../../web/forms/group-error.tsx'
import { useAfterRender } from '../../../../web/forms/use-after-render.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { maxParts } from '../../parts/part-input-rules.ts'
import { paymentTerms } from '../../rules.ts'
import { minorText } from '../charge/charge-totals.tsx'
import { summarizeCharge } from '../charge/summarize-charge.ts'
import { useCurrency } from '../charge/use-currency.ts'
import type { DatelessValues } from '../form/content-values.ts'
import type { InvoiceFormValues } from '../form/invoice-form-values.ts'
import { PartFields } from './part-fields.tsx'
import { type PartValues, dayOfNewPart, halfUpFront, summarizeParts } from './part-values.ts'

/** The fields of both kinds of form: those with dates, and those that count days. */
type PartsForm = InvoiceFormValues & DatelessValues

/** Asks for a part first, or for several, each with a date. In forms without dates, days after the issue date are counted. */
export function PartsSection({ isDateless = false }: { isDateless?: boolean }) {
  const { control, getValues } = useFormContext<PartsForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'parts' })
  const { errors } = useFormState({ control, name: 'parts' })
  const [parts, charge] = useWatch({ control, name: ['parts', 'charge'] })
  const currency = useCurrency()
  const addButton = useRef<HTMLButtonElement>(null)
  const afterRender = useAfterRender()
  const count = fields.length
  const { totalMinor } = summarizeCharge(charge, currency)
  const { partMinor, restMinor } = summarizeParts(parts, totalMinor)

  function add() {
    append(isDateless ? partAfterDays(getValues()) : partOnDay(getValues()), { shouldFocus: false })
    afterRender(() => focusField(`parts.${count}.percentage`))
  }

  function removePart(index: number) {
    remove(index)
    const neighbour = Math.min(index, count - 2)
    const kind = getValues(`parts.${neighbour}.kind`)
    afterRender(() =>
      neighbour < 0
        ? addButton.current?.focus()
        : focusField(`parts.${neighbour}.${kind === 'fixed' ? 'amountMinor' : 'percentage'}`),
    )
  }

  return (
    <FormSection
      title="Deposit or Installments"
      description={
        count === 0
          ? 'Ask for a part of the total first, or have it paid on several dates.'
          : 'Your client is asked for each part by its date. Reminders follow each part.'
      }
    >
      <div className={wholeRow}>
        <ol className="flex flex-col gap-5 empty:hidden">
          {fields.map((field, index) => (
            <PartFields
              key={field.id}
              index={index}
              isDateless={isDateless}
              amountText={minorText(partMinor[index] ?? null, currency)}
              onRemove={() => removePart(index)}
            />
          ))}
        </ol>
        <GroupError error={errors.parts} />
        {count > 0 && (
          <output className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-border pt-3 text-sm">
            <span className="text-muted">
              {isDateless ? 'The rest, due by the payment terms' : 'The rest, due on the due date'}
            </span>
            <span className="font-medium text-foreground tabular-nums">{minorText(restMinor, currency)}</span>
          </output>
        )}
        <Button
          ref={addButton}
          variant="secondary"
          size="sm"
          disabled={count >= maxParts}
          onClick={add}
          className={count === 0 ? '' : 'mt-4'}
        >
          <Plus aria-hidden />
          {count === 0 ? 'Ask for a deposit or installments' : 'Add part'}
        </Button>
      </div>
    </FormSection>
  )
}

/** The first part is half of the total, due at once; each further one is empty. */
const valuesOf = (index: number): PartValues =>
  index === 0 ? halfUpFront : { ...halfUpFront, percentage: '' }

const isDay = (day: string | null): day is string => day !== null && isIsoDate(day)
const readDays = (typed: string) => (/^\d{1,4}$/.test(typed) ? Number(typed) : 0)

function partOnDay({ parts, issueDate, dueDate }: PartsForm): PartValues {
  const previous = parts.at(-1)?.dueDate ?? null
  const day =
    isDay(issueDate) && isDay(dueDate) && (previous === null || isDay(previous))
      ? dayOfNewPart(previous, issueDate, dueDate)
      : null
  return { ...valuesOf(parts.length), dueDate: day }
}

function partAfterDays({ parts, paymentTerms: terms, dueInDays }: PartsForm): PartValues {
  const start = '2000-01-01'
  const previous = parts.at(-1)
  const last = paymentTerms[terms].days ?? readDays(dueInDays)
  const day = dayOfNewPart(
    previous ? addDays(start, readDays(previous.dueInDays)) : null,
    start,
    addDays(start, last),
  )
  const dueIn = Math.round((Date.parse(day) - Date.parse(start)) / 86_400_000)
  return { ...valuesOf(parts.length), dueInDays: String(dueIn) }
}
