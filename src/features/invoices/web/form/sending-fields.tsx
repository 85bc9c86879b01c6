import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { FormSection, wholeRow } from '../../../../web/forms/form-section.tsx'
import { HelpHint } from '../../../../web/help-hint.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { RadioGroup } from '../../../../web/ui/fields/radio-group.tsx'
import type { Invoice } from '../../contract.ts'
import { type SendOption, sendOptions } from '../../document/input-rules.ts'
import { ApprovalHint } from '../approval/approval-hint.tsx'
import { timelineQuery } from '../invoice-api.ts'
import { LinkedText } from '../timeline/linked-text.tsx'
import type { InvoiceFormValues } from './invoice-form-values.ts'
import { mailedText } from './sending-text.ts'

export interface ReminderFieldProps {
  /** "Do not send" is chosen, which disables the checkbox. */
  isSilent?: boolean
  onWanted?: () => void
  /** The current values of the invoice in the form; left out in forms of series and templates. */
  invoice?: { dueDate: string | null; sending: SendOption | 'sent' } | undefined
}

interface SendingFieldsProps {
  /** Null for a new invoice. Saving an invoice that was mailed does not mail it again. */
  invoice: Pick<Invoice, 'id' | 'sentAt' | 'client'> | null
  timeZone: string
  /** Passed by the page, because the invoices feature must not import the reminders feature. */
  ReminderField: ComponentType<ReminderFieldProps>
}

const explanations: Record<SendOption, string> = {
  email_now: 'Sent to the client with its PDF and payment link as soon as you save it.',
  email_later: 'Not sent until you press Email on the invoice.',
  do_not_send: 'Nothing is sent automatically. You share the link or the PDF yourself.',
}

export function SendingFields({ invoice, timeZone, ReminderField }: SendingFieldsProps) {
  const sentAt = invoice?.sentAt ?? null
  return (
    <FormSection title="Sending" help={<HelpHint topic="send-options" />}>
      {invoice && sentAt !== null ? (
        <>
          <Mailed id={invoice.id} at={sentAt} to={invoice.client.email} timeZone={timeZone} />
          <ReminderOfMailed ReminderField={ReminderField} />
        </>
      ) : (
        <SendingChoice ReminderField={ReminderField} />
      )}
    </FormSection>
  )
}

function Mailed({ id, ...fallback }: { id: string; at: string; to: string; timeZone: string }) {
  const entries = useQuery(timelineQuery(id)).data?.entries ?? []
  return (
    <p className={`${wholeRow} wrap-anywhere`}>
      <LinkedText text={mailedText({ ...fallback, entries })} />
    </p>
  )
}

function SendingChoice({ ReminderField }: Pick<SendingFieldsProps, 'ReminderField'>) {
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
      <ApprovalHint className={wholeRow} />
      <ReminderField isSilent={sending === 'do_not_send'} invoice={{ dueDate, sending }} />
    </>
  )
}

/** For an invoice that was mailed. Ticking it replaces "Do not send", which would prevent reminders. */
function ReminderOfMailed({ ReminderField }: Pick<SendingFieldsProps, 'ReminderField'>) {
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
