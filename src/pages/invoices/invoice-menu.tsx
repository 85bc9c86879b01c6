import { Link } from '@tanstack/react-router'
import { Bell, CircleCheck, Copy, Download, Ellipsis, Eye, Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { InvoiceStatus } from '../../features/invoices/rules.ts'
import { DeleteInvoiceDialog } from '../../features/invoices/web/actions/delete-invoice-dialog.tsx'
import { PlanLimitDialog } from '../../features/invoices/web/actions/plan-limit-dialog.tsx'
import { useDuplicateInvoice } from '../../features/invoices/web/actions/use-duplicate-invoice.ts'
import { pdfUrl } from '../../features/invoices/web/invoice-api.ts'
import { RecordPaymentDialog } from '../../features/payments/web/ledger/lazy-record-payment-dialog.tsx'
import { RemindDialog } from '../../features/reminders/web/reminder-dialog.tsx'
import { SaveTemplateDialog } from '../../features/templates/web/save-template-dialog.tsx'
import { Button } from '../../web/ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../web/ui/menu.tsx'
import { AgainItems } from './repeat-menu-items.tsx'

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
        {!isPaid && (
          <MenuItem icon={CircleCheck} onSelect={() => setRecording(true)}>
            Mark as paid
          </MenuItem>
        )}
        {!isPaid && invoice.openCents > 0 && invoice.sentAt !== null && (
          <MenuItem icon={Bell} onSelect={() => setReminding(true)}>
            Remind
          </MenuItem>
        )}
        <MenuItem icon={Copy} onSelect={duplicate}>
          Duplicate
        </MenuItem>
        <AgainItems invoiceId={invoice.id} onSaveTemplate={() => setKeeping(true)} />
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
      {recording !== undefined && (
        <RecordPaymentDialog invoice={invoice} open={recording} onOpenChange={setRecording} />
      )}
      {reminding !== undefined && (
        <RemindDialog invoice={invoice} open={reminding} onOpenChange={setReminding} />
      )}
      {keeping !== undefined && (
        <SaveTemplateDialog invoiceId={invoice.id} open={keeping} onOpenChange={setKeeping} />
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
