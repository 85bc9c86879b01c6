import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonProps } from '../../../../web/ui/button.tsx'
import { useMay } from '../../../auth/web/session.ts'
import type { Invoice } from '../../../invoices/contract.ts'
import { LazyRecordPaymentDialog } from './lazy-record-payment-dialog.tsx'

interface MarkPaidButtonProps {
  invoice: Pick<Invoice, 'id' | 'number' | 'status'>
  variant?: ButtonProps['variant']
  className?: string
}

/** Nothing for those who may not record payments. */
export function MarkPaidButton({ invoice, variant = 'secondary', className }: MarkPaidButtonProps) {
  const [recording, setRecording] = useState<boolean>()
  if (!useMay('money.write')) return null
  return (
    <>
      {invoice.status !== 'paid' && invoice.status !== 'cancelled' && (
        <Button variant={variant} size="sm" className={className} onClick={() => setRecording(true)}>
          <CircleCheck aria-hidden className="max-sm:hidden" />
          Mark as paid
        </Button>
      )}
      {/* Rendered while the dialog closes, when the invoice is already paid and the button is gone. */}
      {recording !== undefined && (
        <LazyRecordPaymentDialog invoice={invoice} open={recording} onOpenChange={setRecording} />
      )}
    </>
  )
}
