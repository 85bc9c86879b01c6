import { useEffect, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { dateIn } from '../../../../shared/dates.ts'
import { messageOf } from '../../../../web/api-client.ts'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { newRequestId } from '../../../../web/forms/request-id.ts'
import { showFieldErrors } from '../../../../web/forms/show-field-errors.ts'
import { Checkbox } from '../../../../web/ui/fields/checkbox.tsx'
import { DatePicker } from '../../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { RadioGroup } from '../../../../web/ui/fields/radio-group.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { useTimeZone } from '../../../auth/web/session.ts'
import { methodLabels } from '../../../figures/web/figure-row-text.ts'
import type { Invoice } from '../../../invoices/contract.ts'
import { handMethods } from '../../rules.ts'
import {
  type NewPayment,
  offerText,
  outcomeOf,
  recordPaymentResolver,
  recordPaymentValues,
} from './record-payment-form.ts'

interface RecordPaymentFieldsProps {
  invoice: Invoice
  formId: string
  record: (body: NewPayment & { requestId: string }) => Promise<unknown>
}

const fields = ['amountMinor', 'receivedOn', 'method', 'note'] as const
const methods = handMethods.map((value) => ({ value, label: methodLabels[value] }))

export function RecordPaymentFields({ invoice, formId, record }: RecordPaymentFieldsProps) {
  const timeZone = useTimeZone()
  // Fixed when the dialog opens.
  const [today] = useState(() => dateIn(timeZone, new Date()))
  // The same id for every attempt: if a response is lost, the payment is still recorded only once.
  const [requestId] = useState(newRequestId)
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    defaultValues: recordPaymentValues(invoice, today),
    resolver: recordPaymentResolver(invoice, today),
  })
  const { control, register, handleSubmit, setError, setFocus, formState } = form
  const [amountMinor, receivedOn] = useWatch({ control, name: ['amountMinor', 'receivedOn'] })
  const outcome = outcomeOf(invoice, { amountMinor, receivedOn })
  const isFree = invoice.openMinor === 0

  useEffect(() => setFocus('amountMinor', { shouldSelect: true }), [setFocus])

  const submit = handleSubmit(async (body) => {
    setProblem(undefined)
    try {
      await record({ ...body, requestId })
    } catch (error) {
      if (!showFieldErrors(error, setError, fields)) setProblem(messageOf(error, 'Please try again.'))
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
        <Notice tone="error" title="The payment was not recorded">
          {problem}
        </Notice>
      )}
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Controller
          control={control}
          name="amountMinor"
          render={({ field, fieldState }) => (
            <Field
              label="Amount"
              required={!isFree}
              hint={isFree ? null : offerText(invoice, receivedOn)}
              error={fieldState.error?.message}
            >
              <FormMoneyInput {...field} format={invoice} readOnly={isFree} />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="receivedOn"
          render={({ field: { onChange, ...field }, fieldState }) => (
            <Field label="Date" required error={fieldState.error?.message}>
              <DatePicker {...field} max={today} onValueChange={(iso, text) => onChange(iso ?? text)} />
            </Field>
          )}
        />
        <output className="block text-sm font-medium text-foreground empty:hidden sm:col-span-2 sm:-mt-2">
          {outcome?.text}
        </output>
      </div>
      {!isFree && (
        <Controller
          control={control}
          name="method"
          render={({ field, fieldState }) => (
            <Field label="How it was paid" group required error={fieldState.error?.message}>
              <RadioGroup
                value={field.value}
                onValueChange={field.onChange}
                options={methods}
                className="grid! grid-cols-2 gap-x-4"
              />
            </Field>
          )}
        />
      )}
      <Field
        label="Note"
        optional
        hint="For you only, such as a reference number."
        error={formState.errors.note?.message}
      >
        <Input {...register('note')} autoComplete="off" />
      </Field>
      {outcome?.settles && (
        <Checkbox
          {...register('sendReceipt')}
          label={<span className="wrap-anywhere">Email a receipt to {invoice.client.email}</span>}
        />
      )}
    </form>
  )
}
