import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { showSuccess } from '../../../web/ui/toast.ts'
import { useMay } from '../../auth/web/session.ts'
import { refreshInvoices } from '../../invoices/web/invoice-api.ts'
import { type getTestPayments, removeTestPayments } from '../contract.ts'
import { removalText, testCount } from './test-payment-text.ts'

interface RemoveTestsButtonProps {
  tests: ResponseOf<typeof getTestPayments>
  /** Shows a short label where space is limited. */
  isShort?: boolean
}

export function RemoveTestsButton({ tests, isShort = false }: RemoveTestsButtonProps) {
  const mayRemove = useMay('money.write')
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const removing = useMutation({
    mutationFn: () => call(removeTestPayments),
    onSuccess: async ({ count }) => {
      showSuccess(`${testCount(count)} removed`)
      setOpen(false)
      await refreshInvoices(client)
    },
  })
  if (!mayRemove) return null
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Remove{isShort ? <span className="sr-only"> test payments</span> : ' test payments'}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => {
          removing.reset()
          setOpen(next)
        }}
        title={`Remove ${testCount(tests.count)}?`}
        description={removalText(tests)}
        confirmLabel="Remove"
        tone="danger"
        busy={removing.isPending}
        busyLabel="Removing..."
        onConfirm={() => removing.mutate()}
      >
        {removing.error && (
          <Notice tone="error">
            {messageOf(removing.error, 'They couldn’t be removed. Please try again.')}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  )
}
