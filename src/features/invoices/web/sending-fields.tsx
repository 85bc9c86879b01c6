import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext, useWatch } from 'react-hook-form'

import { HelpHint } from '../../../web/help-hint.tsx'
import { Checkbox } from '../../../web/ui/checkbox.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { RadioGroup } from '../../../web/ui/radio-group.tsx'
import type { Invoice } from '../contract.ts'
import { type SendOption, sendOptions } from '../input-rules.ts'
import type { ContentValues } from './content-values.ts'
import { FormSection, wholeRow } from './form-section.tsx'
import { timelineQuery } from './invoice-api.ts'
import type { InvoiceFormValues } from './invoice-form-values.ts'
import { type ReminderSeriesProps, type SeriesWords, useInvoiceParts } from './invoice-parts.ts'
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
  do_not_send: 'Nothing goes out automatically. You share the link or the PDF.',
}

export function SendingFields({ invoice, timeZone }: SendingFieldsProps) {
  const sentAt = invoice?.sentAt ?? null
  return (
    <FormSection title="Sending" help={<HelpHint topic="send-options" />}>
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
  const dueDate = useWatch({ control, name: 'dueDate' })
  const sending = option.field.value
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
      <ReminderField isSilent={sending === 'do_not_send'} invoice={{ dueDate, sending }} />
    </>
  )
}

/** Its send option has done its work; only Do not send would still hold the reminder back, and is given up for it. */
function ReminderOfMailed() {
  const { control, getValues, setValue } = useFormContext<InvoiceFormValues>()
  const dueDate = useWatch({ control, name: 'dueDate' })
  return (
    <ReminderField
      invoice={{ dueDate, sending: 'sent' }}
      onWanted={() => {
        if (getValues('sendOption') === 'do_not_send') {
          setValue('sendOption', 'email_later', { shouldDirty: true })
        }
      }}
    />
  )
}

interface ReminderFieldProps {
  isSilent?: boolean
  onWanted?: () => void
  invoice?: ReminderSeriesProps['invoice']
}

const usualWords: SeriesWords = {
  label: 'Send a reminder 3 days before the due date',
  description: 'Only while the invoice is not paid.',
}

export function ReminderField({ invoice, ...props }: ReminderFieldProps) {
  const parts = useInvoiceParts()
  const { control } = useFormContext<ContentValues>()
  const clientId = useWatch({ control, name: 'client.id' })
  if (!parts) return <ReminderCheckbox {...props} words={usualWords} />
  return (
    <parts.ReminderSeries usual={usualWords} invoice={invoice} clientId={clientId}>
      {(words) => <ReminderCheckbox {...props} words={words} />}
    </parts.ReminderSeries>
  )
}

function ReminderCheckbox({
  isSilent = false,
  onWanted,
  words,
}: Omit<ReminderFieldProps, 'invoice'> & { words: SeriesWords }) {
  const { control } = useFormContext<ContentValues>()
  const { field } = useController({ control, name: 'sendReminder' })
  const isWanted = field.value && !isSilent
  return (
    <Checkbox
      className={wholeRow}
      label={words.label}
      description={
        isSilent ? (
          'Choose Email now or Email later first: nothing goes out while “Do not send” is chosen.'
        ) : (
          <>
            {words.description}
            {isWanted && words.coming && <span className="block text-foreground">{words.coming}</span>}
          </>
        )
      }
      checked={isWanted}
      disabled={isSilent}
      onChange={(event) => {
        field.onChange(event.target.checked)
        if (event.target.checked) onWanted?.()
      }}
      onBlur={field.onBlur}
    />
  )
}
