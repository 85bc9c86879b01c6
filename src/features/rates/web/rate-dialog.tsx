import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { messageOf } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { typedDate } from '../../../web/forms/typed-date.ts'
import { DatePicker } from '../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { showError } from '../../../web/ui/toast.ts'
import type { Session } from '../../auth/contract.ts'
import { currencyOption, currencyOptions } from '../../business/web/currency-options.ts'
import type { OwnRate } from '../contract.ts'
import { readTypedRate } from '../rules.ts'
import { rateFormResolver, rateFormValues } from './rate-form.ts'
import { exactWorthText } from './rate-text.ts'
import { saveOwnRate } from './rates-api.ts'

interface RateDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The rate to change; null to add one. */
  rate: OwnRate | null
  business: Session['business']
}

export function RateDialog({ open, onOpenChange, rate, business }: RateDialogProps) {
  const { currency: home, locale, timeZone } = business
  const formId = useId()
  const client = useQueryClient()
  const [today] = useState(() => dateIn(timeZone, new Date()))
  const form = useForm({
    defaultValues: rateFormValues(rate, today, locale),
    resolver: rateFormResolver(business),
  })
  const { register, control, handleSubmit, setError, reset, formState } = form
  const { errors, isSubmitting } = formState

  useEffect(() => {
    if (open) reset(rateFormValues(rate, dateIn(timeZone, new Date()), locale))
  }, [open, rate, timeZone, locale, reset])

  const submit = handleSubmit(async (body) => {
    try {
      await saveOwnRate(client, body)
      onOpenChange(false)
    } catch (error) {
      if (showFieldErrors(error, setError, ['currency', 'day', 'rate'])) return
      showError('The rate was not saved', messageOf(error, 'Please try again.'))
    }
  })

  const [currency, typedRate] = useWatch({ control, name: ['currency', 'rate'] })
  const typed = readTypedRate(typedRate, locale)
  const unit = currency === '' ? 'one unit' : `1 ${currency}`
  return (
    <FormDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      title={rate ? 'Change rate' : 'Add a rate'}
      description={
        rate
          ? `For ${currencyOption(rate.currency).label}, from ${formatDate(rate.day)}. Money that was converted with it stays as it is.`
          : 'It counts from its day on, until your next one, and before any published rate.'
      }
      formId={formId}
      submitLabel="Save Rate"
      busy={isSubmitting}
      busyLabel="Saving..."
    >
      <form
        id={formId}
        noValidate
        method="post"
        className="flex flex-col gap-5"
        onSubmit={(event) => void submit(event)}
      >
        {!rate && (
          <>
            <Field label="Currency" required error={errors.currency?.message}>
              <Select {...register('currency')}>
                <option value="" disabled hidden>
                  Choose a currency
                </option>
                {currencyOptions
                  .filter(({ value }) => value !== home)
                  .map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
              </Select>
            </Field>
            <Controller
              control={control}
              name="day"
              render={({ field: { value, onChange, ...field } }) => (
                <Field label="From" required error={errors.day?.message}>
                  <DatePicker
                    {...field}
                    max={today}
                    value={value}
                    onValueChange={(iso, text) => onChange(typedDate(iso, text))}
                  />
                </Field>
              )}
            />
          </>
        )}
        <Field
          label="Rate"
          required
          error={errors.rate?.message}
          hint={
            typed.rate !== undefined && currency !== ''
              ? exactWorthText({ currency, rate: typed.rate }, business)
              : `What ${unit} is worth in ${home}.`
          }
        >
          <Input {...register('rate')} inputMode="decimal" autoComplete="off" />
        </Field>
      </form>
    </FormDialog>
  )
}
