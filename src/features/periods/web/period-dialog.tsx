import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { DatePicker } from '../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { type PeriodSettings, closePeriod, reopenPeriod } from '../contract.ts'
import { type PeriodChangeKind, dayError, proposedDay } from './closing-text.ts'
import { showPeriodSettings } from './period-api.ts'

interface PeriodDialogProps {
  kind: PeriodChangeKind
  settings: PeriodSettings
  today: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

const texts = {
  closed: {
    title: 'Close a period?',
    meaning:
      'Figures up to this day can no longer change. Invoices, expenses and payments dated up to it can’t be added, changed or deleted. You can reopen the period later, and that is noted.',
    day: 'Close through',
    confirm: 'Close period',
    busy: 'Closing...',
    failed: 'The period was not closed',
  },
  reopened: {
    title: 'Reopen a period?',
    meaning:
      'Everything from this day on can change again, and with it the figures that you may have given to others. The list of closings keeps when you did it, and your note.',
    day: 'Reopen from',
    confirm: 'Reopen period',
    busy: 'Reopening...',
    failed: 'The period was not reopened',
  },
} as const

/** Asks for the day and says what closing or reopening means, before it happens. */
export function PeriodDialog({ kind, open, onOpenChange, ...rest }: PeriodDialogProps) {
  const formId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const text = texts[kind]
  return (
    <FormDialog
      role="alertdialog"
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      title={text.title}
      description={text.meaning}
      formId={formId}
      submitLabel={text.confirm}
      busy={isBusy}
      busyLabel={text.busy}
    >
      <PeriodForm id={formId} kind={kind} {...rest} onBusy={setIsBusy} onDone={() => onOpenChange(false)} />
    </FormDialog>
  )
}

interface PeriodFormProps extends Pick<PeriodDialogProps, 'kind' | 'settings' | 'today'> {
  id: string
  onBusy: (isBusy: boolean) => void
  onDone: () => void
}

function PeriodForm({ id, kind, settings, today, onBusy, onDone }: PeriodFormProps) {
  const { closedThrough } = settings
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [day, setDay] = useState(() => proposedDay(kind, settings, today))
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const saving = useMutation({
    mutationFn: (chosen: string) =>
      kind === 'closed'
        ? call(closePeriod, { body: { through: chosen, note } })
        : call(reopenPeriod, { body: { from: chosen, note } }),
    onMutate: () => onBusy(true),
    onSuccess: async (saved, chosen) => {
      if (kind === 'closed') showSuccess('Period Closed', `Closed through ${formatDate(chosen)}.`)
      else showSuccess('Period Reopened', `Reopened from ${formatDate(chosen)}.`)
      onDone()
      await showPeriodSettings(client, saved)
    },
    onError: (error) => {
      if (Object.keys(fieldsOf(error)).length === 0)
        showError(texts[kind].failed, messageOf(error, 'Please try again.'))
    },
    onSettled: () => onBusy(false),
  })
  const refused = fieldsOf(saving.error)
  const wrong = dayError(kind, day, closedThrough, today)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsTried(true)
    if (day !== null && wrong === undefined) saving.mutate(day)
    else form.current?.querySelector('input')?.focus()
  }

  return (
    <form ref={form} id={id} noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <Field
        label={texts[kind].day}
        required
        error={(isTried ? wrong : undefined) ?? refused['through'] ?? refused['from']}
      >
        <DatePicker
          value={day}
          max={kind === 'closed' ? today : (closedThrough ?? today)}
          onValueChange={(iso) => {
            saving.reset()
            setDay(iso)
          }}
        />
      </Field>
      <Field label="Note" optional error={refused['note']}>
        <Textarea rows={2} maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </form>
  )
}

function fieldsOf(error: unknown) {
  return error instanceof ApiError ? error.fields : {}
}
