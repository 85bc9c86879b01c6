import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { showError, showSuccess, showToast } from '../../../../web/ui/toast.ts'
import { makeReceiptAddress } from '../../contract.ts'
import { receiptSettingsQuery } from '../receipt-api.ts'

/** The secret address to which receipts can be sent, and a way to get a new one. */
export function ReceiptAddress({ address }: { address: string | null }) {
  const client = useQueryClient()
  const text = useRef<HTMLSpanElement>(null)
  const [asks, setAsks] = useState(false)
  const making = useMutation({
    mutationFn: () => call(makeReceiptAddress),
    onSuccess: (settings) => {
      client.setQueryData(receiptSettingsQuery.queryKey, settings)
      setAsks(false)
    },
    onError: (error) => {
      setAsks(false)
      showError('There is no new address', messageOf(error, 'Please try again.'))
    },
  })

  async function copy() {
    if (address === null) return
    try {
      await navigator.clipboard.writeText(address)
      showSuccess('Address Copied', address)
    } catch {
      // Browsers offer a clipboard only on HTTPS and localhost, and may refuse access even there.
      if (text.current) getSelection()?.selectAllChildren(text.current)
      showToast({ title: 'Your browser blocked copying', description: 'Please copy the address yourself.' })
    }
  }

  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-medium text-foreground">Receipts by email</p>
      {address !== null && (
        <div className="flex items-center justify-between gap-3 rounded-md border border-border py-1 pr-1 pl-3">
          <span ref={text} className="min-w-0 text-sm wrap-anywhere">
            {address}
          </span>
          <Button variant="ghost" size="icon" aria-label={`Copy ${address}`} onClick={() => void copy()}>
            <Copy aria-hidden />
          </Button>
        </div>
      )}
      <p className="text-sm text-muted">Pictures and PDFs sent to this address become receipts.</p>
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        busy={making.isPending}
        busyLabel="Making..."
        onClick={() => (address === null ? making.mutate() : setAsks(true))}
      >
        {address === null ? 'Get an address' : 'New address'}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Make a new address?"
        description="The address you have now stops working."
        confirmLabel="New address"
        busy={making.isPending}
        busyLabel="Making..."
        onConfirm={() => making.mutate()}
      />
    </div>
  )
}
