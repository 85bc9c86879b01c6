import { CircleCheck } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../../web/ui/button.tsx'
import type { Invoice } from '../contract.ts'
import { useInvoiceParts } from './invoice-parts.ts'

interface MarkPaidButtonProps {
  invoice: Pick<Invoice, 'id' | 'number' | 'status'>
  className?: string
}

export function MarkPaidButton({ invoice, className }: MarkPaidButtonProps) {
  const parts = useInvoiceParts()
  const [recording, setRecording] = useState<boolean>()
  if (!parts) return null
  return (
    <>
      {invoice.status !== 'paid' && (
        <Button variant="secondary" size="sm" className={className} onClick={() => setRecording(true)}>
          <CircleCheck aria-hidden className="max-sm:hidden" />
          Mark as paid
        </Button>
      )}
      {/* Stays while it closes, when the invoice is paid and the button gone. */}
      {recording !== undefined && (
        <parts.RecordPaymentDialog invoice={invoice} open={recording} onOpenChange={setRecording} />
      )}
    </>
  )
}
