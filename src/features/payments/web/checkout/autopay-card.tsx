import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useRef, useState } from 'react'
import { call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { useFocusIfLost } from '../../../../web/use-focus-if-lost.ts'
import type { InvoiceDocument } from '../../../invoices/contract.ts'
import { autopaySentence } from '../../../invoices/document/autopay-rules.ts'
import { stopAutopay } from '../../contract.ts'
import { refreshPayment } from './payment-api.ts'

interface AutopayCardProps {
  id: string
  invoice: Pick<InvoiceDocument, 'autopay' | 'currency' | 'locale'>
  /** Such as “Visa ending in 4242”; null if no card is saved. */
  savedCard: string | null
  /** A charge has begun. It counts, also after a stop. */
  isCharging: boolean
}

/** Says which saved card pays the invoices of this series, and lets the client stop it. */
export function AutopayCard(props: AutopayCardProps) {
  const region = useRef<HTMLDivElement>(null)
  // The button disappears when automatic payments have stopped.
  useFocusIfLost(region)
  return (
    <div ref={region} tabIndex={-1} className="outline-none empty:hidden">
      {props.savedCard !== null && <SavedCard {...props} savedCard={props.savedCard} />}
    </div>
  )
}

function SavedCard({ id, invoice, savedCard, isCharging }: AutopayCardProps & { savedCard: string }) {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const stopping = useMutation({
    mutationFn: () => call(stopAutopay, { params: { id } }),
    onSuccess: async () => {
      await refreshPayment(client, id)
      setIsOpen(false)
      showSuccess('Automatic payments stopped', 'Your card won’t be charged again.')
    },
    onError: (error) => {
      setIsOpen(false)
      showError('Automatic payments were not stopped', messageOf(error, 'Please try again.'))
    },
  })
  const sentence = invoice.autopay
    ? autopaySentence(invoice.autopay, invoice)
    : `The invoices of this series are paid automatically with your ${savedCard}.`
  return (
    <div className="flex flex-col items-start gap-1 rounded-md border border-border bg-surface-sunken p-3 text-sm">
      <p className="flex gap-2 text-foreground">
        <CreditCard aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
        {sentence}
      </p>
      <Button variant="link" onClick={() => setIsOpen(true)}>
        Stop automatic payments
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Stop automatic payments?"
        description={`Your ${savedCard} won’t be charged again. You then pay each invoice from the link in its email.${isCharging ? ' The payment that has begun still counts.' : ''}`}
        confirmLabel="Stop"
        cancelLabel="Keep"
        busy={stopping.isPending}
        busyLabel="Stopping..."
        onConfirm={() => stopping.mutate()}
      />
    </div>
  )
}
