import { Link } from '@tanstack/react-router'
import { Bell, CircleCheck, Copy, Download, Ellipsis, Eye, Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../../web/ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../web/ui/menu.tsx'
import type { InvoiceStatus } from '../rules.ts'
import { AgainItems } from './again-items.tsx'
import { DeleteInvoiceDialog } from './delete-invoice-dialog.tsx'
import { pdfUrl } from './invoice-api.ts'
import { useInvoiceParts } from './invoice-parts.ts'
import { PlanLimitDialog } from './plan-limit-dialog.tsx'
import { useDuplicateInvoice } from './use-duplicate-invoice.ts'

interface InvoiceMenuProps {
  invoice: {
    id: string
    number: string
    clientEmail: string
    status: InvoiceStatus
    totalCents: number
    openCents: number
    sentAt: string | null
  }
  onDeleted?: () => void | Promise<void>
}

export function InvoiceMenu({ invoice, onDeleted }: InvoiceMenuProps) {
  // Undefined until it is first asked for: a list of invoices does not carry a dialog for each.
  const [deleting, setDeleting] = useState<boolean>()
  const [recording, setRecording] = useState<boolean>()
  const [reminding, setReminding] = useState<boolean>()
  const [keeping, setKeeping] = useState<boolean>()
  const parts = useInvoiceParts()
  const { duplicate, duplicating, limitMessage, dismissLimit } = useDuplicateInvoice(invoice.id)
  const isPaid = invoice.status === 'paid'
  const isPartlyPaid = !isPaid && invoice.openCents < invoice.totalCents
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            busy={duplicating}
            busyLabel=""
            aria-label={`More actions for invoice ${invoice.number}`}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem asChild>
          <a href={pdfUrl(invoice.id)} download>
            <Download aria-hidden />
            Download PDF
          </a>
        </MenuItem>
        <MenuItem asChild>
          <Link
            to="/invoices/$id/view"
            params={{ id: invoice.id }}
            search={{ print: '1' }}
            target="_blank"
            preload={false}
          >
            <Printer aria-hidden />
            Print
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/invoices/$id/view" params={{ id: invoice.id }} target="_blank" preload={false}>
            <Eye aria-hidden />
            View as client
          </Link>
        </MenuItem>
        {parts && !isPaid && (
          <MenuItem icon={CircleCheck} onSelect={() => setRecording(true)}>
            Mark as paid
          </MenuItem>
        )}
        {parts && !isPaid && invoice.openCents > 0 && invoice.sentAt !== null && (
          <MenuItem icon={Bell} onSelect={() => setReminding(true)}>
            Remind
          </MenuItem>
        )}
        <MenuItem icon={Copy} onSelect={duplicate}>
          Duplicate
        </MenuItem>
        {parts && <AgainItems invoiceId={invoice.id} onSaveTemplate={() => setKeeping(true)} />}
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          tone="danger"
          disabled={isPaid || isPartlyPaid}
          onSelect={() => setDeleting(true)}
        >
          Delete
        </MenuItem>
        {isPaid && <MenuLabel>A paid invoice cannot be deleted: it is your record.</MenuLabel>}
        {isPartlyPaid && <MenuLabel>Payments were received: it is your record.</MenuLabel>}
      </Menu>
      {parts && recording !== undefined && (
        <parts.RecordPaymentDialog invoice={invoice} open={recording} onOpenChange={setRecording} />
      )}
      {parts && reminding !== undefined && (
        <parts.RemindDialog invoice={invoice} open={reminding} onOpenChange={setReminding} />
      )}
      {parts && keeping !== undefined && (
        <parts.SaveTemplateDialog invoiceId={invoice.id} open={keeping} onOpenChange={setKeeping} />
      )}
      {deleting !== undefined && (
        <DeleteInvoiceDialog
          invoice={invoice}
          open={deleting}
          onOpenChange={setDeleting}
          {...(onDeleted ? { onDeleted } : {})}
        />
      )}
      {limitMessage !== undefined && <PlanLimitDialog message={limitMessage} onClose={dismissLimit} />}
    </>
  )
}
