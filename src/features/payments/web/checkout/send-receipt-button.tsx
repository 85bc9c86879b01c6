import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useId } from 'react'
import { ApiError, call } from '../../../../web/api-client.ts'
import { showSuccess } from '../../../../web/outcome-toasts.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { showToast } from '../../../../web/ui/toast.ts'
import { sendReceipt } from '../../contract.ts'

interface SendReceiptButtonProps {
  id: string
  /** Whether the payment already sent a receipt. */
  sentBefore: boolean
}

/** Sends the receipt again, to the address on the invoice. */
export function SendReceiptButton({ id, sentBefore }: SendReceiptButtonProps) {
  const note = useId()
  const receipt = useMutation({
    mutationFn: () => call(sendReceipt, { params: { id } }),
    onSuccess: ({ state }) =>
      state === 'held'
        ? showToast({
            title: 'Receipt Waiting',
            description: 'It goes out once its sender has confirmed their own email address.',
          })
        : showSuccess('Receipt sent successfully!'),
    onError: (error) =>
      showToast({
        title: 'Failed to send receipt',
        description: error instanceof ApiError ? error.message : undefined,
        tone: 'error',
      }),
  })
  const isHeld = receipt.data?.state === 'held'
  return (
    <>
      <Button
        variant="secondary"
        busy={receipt.isPending}
        busyLabel="Sending..."
        aria-describedby={note}
        onClick={() => receipt.mutate()}
      >
        <Mail aria-hidden />
        Send Receipt
      </Button>
      <p id={note} className="text-center text-xs text-muted">
        {sentBefore && !isHeld
          ? 'We have emailed a receipt to the address on the invoice. Not there? Send it again.'
          : 'The receipt goes to the email address on the invoice.'}
      </p>
    </>
  )
}
