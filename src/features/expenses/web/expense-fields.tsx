import { CalendarClock } from 'lucide-react'
import { useRef } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { type Currency, currencies, currencyName } from '../../../shared/currencies.ts'
import { FormMoneyInput } from '../../../web/forms/form-money-input.tsx'
import { wholeRow } from '../../../web/forms/form-section.tsx'
import { typedAmountIn } from '../../../web/forms/typed-amount.ts'
import { typedDate } from '../../../web/forms/typed-date.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { DatePicker } from '../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import { CategoryOptionList } from '../../categories/web/category-option-list.tsx'
import { categoryOptions } from '../../categories/web/category-options.ts'
import { useCategories } from '../../categories/web/use-categories.ts'
import { frequencies } from '../../schedules/rules.ts'
import { EndFields } from '../../schedules/web/end-fields.tsx'
import { type ExpenseFormValues, amountOf, dateNote, mileageOf, planOf } from './expense-form-values.ts'
import { repeatText } from './repeat-text.ts'

interface CheckedField {
  /** The value was filled in, and the user should look at it. */
  check?: boolean | undefined
}

/** The amount and, beside it, its currency. */
export function AmountField({ check }: CheckedField) {
  const { control, getValues, setValue, clearErrors, trigger } = useFormContext<ExpenseFormValues>()
  const { field, fieldState } = useController({ control, name: 'amountMinor' })
  const { field: currency, fieldState: currencyState } = useController({ control, name: 'currency' })
  const [mileage, repeats] = useWatch({ control, name: ['mileage', 'repeats'] })
  const input = useRef<HTMLInputElement>(null)
  const values = { amountMinor: field.value, currency: currency.value, mileage, repeats }
  const isWorkedOut = mileageOf(values) !== null

  function switchTo(code: Currency) {
    const { amountMinor, taxes, currency: from } = getValues()
    for (const [index, tax] of taxes.entries()) {
      const typed = typedAmountIn(tax.amountMinor, { from, to: code, text: '' })
      setValue(`taxes.${index}.amountMinor`, typed, { shouldDirty: true })
    }
    const amount = typedAmountIn(amountMinor, {
      from,
      to: code,
      text: isWorkedOut ? '' : (input.current?.value ?? ''),
    })
    setValue('currency', code, { shouldDirty: true })
    setValue('amountMinor', amount, { shouldDirty: true })
    clearErrors(['currency', 'amountMinor'])
    if (typeof amount === 'string') void trigger('amountMinor')
  }

  return (
    <div className="flex min-w-0 gap-2">
      <Field
        label="Amount"
        required
        check={check}
        hint={isWorkedOut ? 'Distance times rate.' : undefined}
        error={fieldState.error?.message}
        className="flex-1"
      >
        <FormMoneyInput
          {...field}
          value={amountOf(values)}
          readOnly={isWorkedOut}
          ref={(element) => {
            input.current = element
            field.ref(element)
          }}
          format={{ currency: currency.value }}
        />
      </Field>
      {/* Wide enough for the code, which the closed field shows. The list names the others as well. */}
      <Field label="Currency" error={currencyState.error?.message} className="w-24 shrink-0">
        <Select {...currency} onChange={(event) => switchTo(event.target.value)}>
          {currencies.map((code) => (
            <option key={code} value={code}>
              {code === currency.value ? code : `${code} · ${currencyName(code)}`}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

export function CategoryField({ check }: CheckedField) {
  const { control } = useFormContext<ExpenseFormValues>()
  const { field, fieldState } = useController({ control, name: 'category' })
  const options = categoryOptions(useCategories('expense'), field.value)
  return (
    <Field
      label="Category"
      required
      check={check}
      help={<HelpHint topic="categories" />}
      error={fieldState.error?.message}
    >
      <Select {...field}>
        <option value="" disabled hidden>
          Choose a category
        </option>
        <CategoryOptionList options={options} />
      </Select>
    </Field>
  )
}

export function DateField({ today, check }: CheckedField & { today: string }) {
  const { control } = useFormContext<ExpenseFormValues>()
  const { field, fieldState } = useController({ control, name: 'date' })
  return (
    <Field
      label="Date"
      required
      check={check}
      hint={dateNote(field.value, today)}
      error={fieldState.error?.message}
    >
      <DatePicker
        name={field.name}
        value={field.value}
        onBlur={field.onBlur}
        onValueChange={(iso, text) => field.onChange(typedDate(iso, text))}
      />
    </Field>
  )
}

export function NotesField({ check }: CheckedField) {
  const { register, getFieldState, formState } = useFormContext<ExpenseFormValues>()
  return (
    <Field
      label="Notes"
      optional
      check={check}
      error={getFieldState('notes', formState).error?.message}
      className={wholeRow}
    >
      <Textarea {...register('notes')} rows={2} autoComplete="off" placeholder="What it was for" />
    </Field>
  )
}

export function RepeatsField() {
  const { control } = useFormContext<ExpenseFormValues>()
  const { field, fieldState } = useController({ control, name: 'repeats' })
  return (
    <Field
      label="Repeats"
      help={<HelpHint topic="recurring-expenses" />}
      // "Bi-weekly" alone could also mean twice a week.
      hint={field.value === 'biweekly' ? 'Every two weeks' : undefined}
      error={fieldState.error?.message}
    >
      <Select {...field}>
        <option value="never">Does not repeat</option>
        {Object.entries(frequencies).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

export function ExpenseEndFields() {
  return <EndFields what="expenses" countHint="Deleted ones count too." />
}

/** The fields for the end of a recurring expense, with a description of what will be added. */
export function RepeatDetails({ today }: { today: string }) {
  const { control, getValues } = useFormContext<ExpenseFormValues>()
  const repeats = useWatch({ control, name: 'repeats' })
  useWatch({ control, name: ['date', 'endKind', 'endDate', 'endCount'] })
  const plan = planOf(getValues())
  const text = plan && repeatText(plan, today)
  return (
    <>
      {repeats !== 'never' && <ExpenseEndFields />}
      {/* Always rendered, so that screen readers announce what is added to it. */}
      <div aria-live="polite" className={`${wholeRow} empty:absolute`}>
        {plan && (
          <div className="flex gap-3 rounded-lg bg-surface-sunken px-4 py-3 text-sm text-foreground">
            <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            <div className="min-w-0">
              <p>{text?.rule ?? 'Choose a date to see what will be added.'}</p>
              {text?.days && <p className="mt-0.5 text-muted tabular-nums">{text.days}</p>}
              {text?.ahead && <p className="mt-0.5 text-muted">{text.ahead}</p>}
            </div>
          </div>
        )}
      </div>
    </>
  )
}
