import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { currencies, currencyName } from '../../../shared/currencies.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { FormMoneyInput } from '../../../web/forms/form-money-input.tsx'
import { newRequestId } from '../../../web/forms/request-id.ts'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { typedDate } from '../../../web/forms/typed-date.ts'
import { DatePicker } from '../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { showSuccess } from '../../../web/ui/toast.ts'
import { type TimeEntry, addTime, updateTime } from '../contract.ts'
import { refreshTime } from './time-api.ts'
import { type TimeFormValues, timeFormResolver, toTimeInput } from './time-form-values.ts'

interface TimeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  clientId: string
  /** Null for new time. */
  entry: TimeEntry | null
  initial: TimeFormValues
}

export function TimeDialog({ open, onOpenChange, clientId, entry, initial }: TimeDialogProps) {
  const formId = useId()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={entry ? 'Edit time' : 'Add time'}
      formId={formId}
      submitLabel="Save"
      busy={isBusy}
      busyLabel="Saving..."
    >
      <TimeFields
        {...{ formId, clientId, entry, initial }}
        onBusy={setIsBusy}
        onSaved={() => onOpenChange(false)}
      />
    </FormDialog>
  )
}

interface TimeFieldsProps extends Pick<TimeDialogProps, 'clientId' | 'entry' | 'initial'> {
  formId: string
  onBusy: (isBusy: boolean) => void
  onSaved: () => void
}

function TimeFields({ formId, clientId, entry, initial, onBusy, onSaved }: TimeFieldsProps) {
  const queries = useQueryClient()
  // The same id for every attempt, so that a lost answer does not add the time twice.
  const [requestId] = useState(newRequestId)
  const [problem, setProblem] = useState<string>()
  const { control, register, handleSubmit, setError, formState } = useForm<TimeFormValues>({
    defaultValues: initial,
    resolver: timeFormResolver,
  })
  const { errors } = formState
  const currency = useWatch({ control, name: 'currency' })

  const submit = handleSubmit(async (values) => {
    setProblem(undefined)
    onBusy(true)
    const body = toTimeInput(values)
    try {
      await (entry
        ? call(updateTime, { params: { id: entry.id }, body: { ...body, version: entry.version } })
        : call(addTime, { body: { ...body, clientId, requestId } }))
      await refreshTime(queries)
      showSuccess(entry ? 'Time saved' : 'Time added')
      onSaved()
    } catch (error) {
      if (!showFieldErrors(error, setError, ['description', 'date', 'rateMinor']))
        setProblem(messageOf(error, 'Please try again.'))
    } finally {
      onBusy(false)
    }
  })

  return (
    <form
      id={formId}
      noValidate
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.stopPropagation()
        void submit(event)
      }}
    >
      {problem && (
        <Notice tone="error" title="The time was not saved">
          {problem}
        </Notice>
      )}
      <Field label="Description" optional error={errors.description?.message}>
        <Input {...register('description')} autoComplete="off" placeholder="What you worked on" />
      </Field>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label="Hours" required hint="Such as 1:30 or 1.5." error={errors.hours?.message}>
          <Input {...register('hours')} inputMode="decimal" autoComplete="off" />
        </Field>
        <Controller
          control={control}
          name="date"
          render={({ field: { onChange, ...field }, fieldState }) => (
            <Field label="Date" required error={fieldState.error?.message}>
              <DatePicker {...field} onValueChange={(iso, text) => onChange(typedDate(iso, text))} />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="rateMinor"
          render={({ field, fieldState }) => (
            <Field label="Rate for an hour" required error={fieldState.error?.message}>
              <FormMoneyInput {...field} format={{ currency }} />
            </Field>
          )}
        />
        <Field label="Currency" error={errors.currency?.message}>
          <Select {...register('currency')}>
            {currencies.map((code) => (
              <option key={code} value={code}>
                {code === currency ? code : `${code} · ${currencyName(code)}`}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </form>
  )
}
