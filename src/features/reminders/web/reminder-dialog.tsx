import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import type { DialogProps } from '../../../web/ui/dialog.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { useSession } from '../../auth/web/session.ts'
import { useMinute } from '../../business/web/use-minute.ts'
import { invoiceQuery, refreshInvoices } from '../../invoices/web/invoice-api.ts'
import { remindNow, sendStepNow, skipStep } from '../contract.ts'
import { invoiceRemindersQuery, reminderSettingsQuery } from './reminder-api.ts'
import { type ReminderQuestion, remindQuestion } from './reminder-questions.ts'
import { reminderSubject } from './reminder-subject.ts'

const actions = { remind: remindNow, 'send-now': sendStepNow, skip: skipStep }

interface ReminderDialogProps
  extends ReminderQuestion, Pick<DialogProps, 'open' | 'onOpenChange' | 'fallbackFocus'> {
  invoiceId: string
}

/** Asks the owner to confirm an action that cannot be undone. */
export function ReminderDialog({
  invoiceId,
  action,
  offsetDays,
  done,
  failure,
  onOpenChange,
  ...question
}: ReminderDialogProps) {
  const client = useQueryClient()
  const acting = useMutation({
    mutationFn: () => call(actions[action], { params: { id: invoiceId } }),
    onSuccess: async (after) => {
      showToast(done(after))
      await refreshInvoices(client)
      onOpenChange(false)
    },
    onError: () => refreshInvoices(client),
  })
  return (
    <ConfirmDialog
      {...question}
      onOpenChange={(next) => {
        acting.reset()
        onOpenChange(next)
      }}
      busy={acting.isPending}
      onConfirm={() => acting.mutate()}
    >
      {action !== 'skip' && question.open && <SendingFacts invoiceId={invoiceId} offsetDays={offsetDays} />}
      {acting.isError && (
        <Notice tone="error" title={failure}>
          {messageOf(acting.error, 'Please try again.')}
        </Notice>
      )}
    </ConfirmDialog>
  )
}

interface RemindDialogProps {
  invoice: { id: string; clientEmail: string; nextReminderAt?: string | null }
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Sends a reminder outside of the series, from the menu of an invoice. */
export function RemindDialog({ invoice, ...dialog }: RemindDialogProps) {
  const question = remindQuestion(invoice.clientEmail, { isExtra: Boolean(invoice.nextReminderAt) })
  return <ReminderDialog {...dialog} {...question} invoiceId={invoice.id} />
}

interface SendingFactsProps {
  invoiceId: string
  /** Null for a reminder outside of the series. */
  offsetDays: number | null
}

function SendingFacts({ invoiceId, offsetDays }: SendingFactsProps) {
  const invoice = useQuery(invoiceQuery(invoiceId)).data
  const settings = useQuery(reminderSettingsQuery).data
  const reminders = useQuery(invoiceRemindersQuery(invoiceId)).data
  const state = useSession()
  const now = useMinute()
  if (!invoice || !settings || !reminders || state.status !== 'signed-in') return null
  const { timeZone } = state.session.business
  const today = dateIn(timeZone, now)
  const { lastAt } = reminders
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <dt className="text-muted">Subject</dt>
      <dd className="wrap-anywhere">{reminderSubject(invoice, settings, { offsetDays, today })}</dd>
      <dt className="text-muted">Last reminded</dt>
      <dd>{lastAt ? formatDate(dateIn(timeZone, new Date(lastAt))) : 'Not yet'}</dd>
    </dl>
  )
}
