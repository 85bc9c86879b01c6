import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../../web/api-client.ts'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import type { DialogProps } from '../../../../web/ui/dialog.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import type { Invoice } from '../../contract.ts'
import { type InvoiceLateFees, removeLateFee, skipLateFee } from '../../late-fees/contract.ts'
import { refreshInvoices } from '../invoice-api.ts'
import { removeQuestion, skipQuestion } from './late-fee-text.ts'

/** The fee that the owner wants to skip or remove. */
export type AskedLateFee =
  | { kind: 'skip'; fee: NonNullable<InvoiceLateFees['next']> }
  | { kind: 'remove'; fee: InvoiceLateFees['fees'][number] }

interface LateFeeDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange' | 'fallbackFocus'> {
  asked: AskedLateFee
  invoice: Invoice
}

export function LateFeeDialog({ asked, invoice, onOpenChange, ...dialog }: LateFeeDialogProps) {
  const client = useQueryClient()
  const { id } = invoice
  const { done, failure, ...question } =
    asked.kind === 'skip' ? skipQuestion(asked.fee, invoice) : removeQuestion(asked.fee, invoice)
  const acting = useMutation({
    mutationFn: () =>
      asked.kind === 'skip'
        ? call(skipLateFee, {
            params: { id },
            body: { dueDate: asked.fee.dueDate, period: asked.fee.period },
          })
        : call(removeLateFee, { params: { id, lateFeeId: asked.fee.id } }),
    onSuccess: async () => {
      showSuccess(done.title, done.description)
      await refreshInvoices(client)
      onOpenChange(false)
    },
    onError: () => refreshInvoices(client),
  })
  return (
    <ConfirmDialog
      {...question}
      {...dialog}
      onOpenChange={(next) => {
        acting.reset()
        onOpenChange(next)
      }}
      busy={acting.isPending}
      onConfirm={() => acting.mutate()}
    >
      {acting.isError && (
        <Notice tone="error" title={failure}>
          {messageOf(acting.error, 'Please try again.')}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
