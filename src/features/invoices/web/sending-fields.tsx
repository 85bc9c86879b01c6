import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext } from 'react-hook-form'

import { Checkbox } from '../../../web/ui/checkbox.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { RadioGroup } from '../../../web/ui/radio-group.tsx'
import { type Invoice, type SendOption, sendOptions } from '../contract.ts'
import { FormSection, wholeRow } from './form-section.tsx'
import { timelineQuery } from './invoice-api.ts'
import type { InvoiceFormValues } from './invoice-form-values.ts'
import { LinkedWords } from './linked-words.tsx'
import { mailedWords } from './sending-words.ts'

interface SendingFieldsProps {
  /** Null for a new one. One that was mailed is not mailed a second time by saving it. */
  invoice: Pick<Invoice, 'id' | 'sentAt' | 'client'> | null
  timeZone: string
}

const explanations: Record<SendOption, string> = {
  email_now: 'Goes to the client with its PDF and payment link as soon as it is saved.',
  email_later: 'Waits until you press Email on the invoice.',
  do_not_send: 'Nothing goes out by itself. You share the link or the PDF.',
}

export function SendingFields({ invoice, timeZone }: SendingFieldsProps) {
  const sentAt = invoice?.sentAt ?? null
  return (
    <FormSection title="Sending">
      {invoice && sentAt !== null ? (
        <>
          <Mailed id={invoice.id} at={sentAt} to={invoice.client.email} timeZone={timeZone} />
          <ReminderOfMailed />
        </>
      ) : (
        <SendingChoice />
      )}
    </FormSection>
  )
}

function Mailed({ id, ...known }: { id: string; at: string; to: string; timeZone: string }) {
  const entries = useQuery(timelineQuery(id)).data?.entries ?? []
  return (
    <p className={`${wholeRow} wrap-anywhere`}>
      <LinkedWords words={mailedWords({ ...known, entries })} />
    </p>
  )
}

function SendingChoice() {
  const { control } = useFormContext<InvoiceFormValues>()
  const option = useController({ control, name: 'sendOption' })
  const isSilent = option.field.value === 'do_not_send'
  return (
    <>
      <Field
        group
        hideLabel
        label="Send Option"
        error={option.fieldState.error?.message}
        className={wholeRow}
      >
        <RadioGroup
          look="cards"
          className="sm:grid-cols-1!"
          value={option.field.value}
          onValueChange={option.field.onChange}
          options={Object.entries(sendOptions).map(([value, label]) => ({
            value,
            label,
            description: explanations[value as SendOption],
          }))}
        />
      </Field>
      <Reminder isSilent={isSilent} />
    </>
  )
}

/** Its send option has done its work; only Do not send would still hold the reminder back, and is given up for it. */
function ReminderOfMailed() {
  const { getValues, setValue } = useFormContext<InvoiceFormValues>()
  return (
    <Reminder
      isSilent={false}
      onWanted={() => {
        if (getValues('sendOption') === 'do_not_send') {
          setValue('sendOption', 'email_later', { shouldDirty: true })
        }
      }}
    />
  )
}

function Reminder({ isSilent, onWanted }: { isSilent: boolean; onWanted?: () => void }) {
  const { control } = useFormContext<InvoiceFormValues>()
  const { field } = useController({ control, name: 'sendReminder' })
  return (
    <Checkbox
      className={wholeRow}
      label="Send a reminder 3 days before the due date"
      description={isSilent ? 'Not while “Do not send” is chosen.' : 'Only while the invoice is not paid.'}
      checked={field.value && !isSilent}
      disabled={isSilent}
      onChange={(event) => {
        field.onChange(event.target.checked)
        if (event.target.checked) onWanted?.()
      }}
      onBlur={field.onBlur}
    />
  )
}
