import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { RequestOf } from '../../../shared/endpoint.ts'
import { formatMoney } from '../../../shared/money.ts'
import { ApiError, call } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import { showSuccess } from '../../../web/ui/toast.ts'
import type { Invoice } from '../../invoices/contract.ts'
import { withLateFees } from '../../invoices/late-fees/late-fee-rules.ts'
import { refreshInvoices } from '../../invoices/web/invoice-api.ts'
import { createCreditNote } from '../contract.ts'
import { creditNotesQuery } from './credit-note-api.ts'
import { CreditNoteFields } from './credit-note-fields.tsx'

interface CreditNoteDialogProps {
  invoice: Invoice
  open: boolean
  onOpenChange: (open: boolean) => void
}

type NewCreditNote = RequestOf<typeof createCreditNote>['body']

/** Cancels or corrects an invoice that was sent, with a credit note. */
export function CreditNoteDialog({ invoice, open, onOpenChange }: CreditNoteDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const crediting = useMutation({
    mutationFn: (body: NewCreditNote) => call(createCreditNote, { params: { id: invoice.id }, body }),
    onSuccess: async (made) => {
      const amount = formatMoney(made.totals.totalMinor, made)
      showSuccess(
        'Credit Note Created',
        `${made.number}: ${amount} of invoice ${invoice.number} was credited.`,
      )
      // The dialog stays open until then, or the focus would return to a button that is about to disappear.
      await refreshInvoices(client)
      onOpenChange(false)
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.status === 409) await refreshInvoices(client)
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Cancel or correct invoice ${invoice.number}`}
      description="A credit note takes back all or a part of it. The invoice itself stays as it is."
      formId={formId}
      submitLabel="Create credit note"
      cancelLabel="Close"
      busy={crediting.isPending}
      busyLabel="Creating..."
    >
      <LoadedFields formId={formId} invoice={invoice} create={crediting.mutateAsync} />
    </FormDialog>
  )
}

interface LoadedFieldsProps {
  formId: string
  invoice: Invoice
  create: (body: NewCreditNote) => Promise<unknown>
}

function LoadedFields({ formId, invoice, create }: LoadedFieldsProps) {
  const notes = useQuery(creditNotesQuery(invoice.id))
  if (notes.data) {
    return (
      <CreditNoteFields
        formId={formId}
        // A late fee is credited like any other fee.
        invoice={{ ...invoice, charge: withLateFees(invoice.charge, invoice.lateFees) }}
        earlier={notes.data.creditNotes}
        create={create}
      />
    )
  }
  if (notes.isError) return <ErrorState query={notes} className="py-6!" />
  return <Skeletons sizes={['h-24 w-full', 'h-16 w-full']} className="gap-5" />
}
