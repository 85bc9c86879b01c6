import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import type { Invoice } from '../../../invoices/contract.ts'
import { LazyRecordPaymentDialog } from './lazy-record-payment-dialog.tsx'

interface MarkPaidButtonProps {
  invoice: Pick<Invoice, 'id' | 'number' | 'status'>
  className?: string
}

export function MarkPaidButton({ invoice, className }: MarkPaidButtonProps) {
  const [recording, setRecording] = useState<boolean>()
  return (
    <>
      {invoice.status !== 'paid' && (
        <Button variant="secondary" size="sm" className={className} onClick={() => setRecording(true)}>
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
