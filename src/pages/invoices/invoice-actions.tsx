import { Link } from '@tanstack/react-router'
import { Bell, CircleCheck, CircleMinus, Copy, Ellipsis, LayoutTemplate, Repeat2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../features/auth/web/session.ts'
import { ProBadge } from '../../features/billing/web/pro-badge.tsx'
import { useIsLocked } from '../../features/billing/web/use-is-locked.ts'
import type { Approval } from '../../features/invoices/approval/approval-rules.ts'
import type { InvoiceStatus } from '../../features/invoices/rules.ts'
import { quietButton } from '../../features/invoices/web/actions/compact-label.tsx'
import { DeleteInvoiceDialog } from '../../features/invoices/web/actions/delete-invoice-dialog.tsx'
import {
  EmailInvoiceButton,
  PaymentLinkButton,
} from '../../features/invoices/web/actions/invoice-buttons.tsx'
import { PaperItems } from '../../features/invoices/web/actions/paper-items.tsx'
import { useDuplicateInvoice } from '../../features/invoices/web/actions/use-duplicate-invoice.tsx'
import { pdfUrl } from '../../features/invoices/web/invoice-api.ts'
import { LazyRecordPaymentDialog } from '../../features/payments/web/ledger/lazy-record-payment-dialog.tsx'
import { RemindDialog } from '../../features/reminders/web/reminder-dialog.tsx'
import { SaveTemplateDialog } from '../../features/templates/web/save-template-dialog.tsx'
import { Button } from '../../web/ui/button.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../web/ui/menu.tsx'

interface InvoiceMenuProps {
  invoice: {
    id: string
    number: string
    clientEmail: string
    status: InvoiceStatus
    approval: Approval | null
    totalMinor: number
    creditNotesMinor: number
    openMinor: number
    sentAt: string | null
  }
  /** Opens the dialog that cancels or corrects the invoice, where it can be credited. */
  onCredit?: (() => void) | undefined
  /** Called after the invoice was deleted, on a page about this invoice. */
  onDeleted?: (() => void | Promise<void>) | undefined
}

interface InvoiceActionsProps extends InvoiceMenuProps {
  invoice: InvoiceMenuProps['invoice'] & { publicUrl: string }
  /** The id of the element that names the invoice, where a page has several sets of these buttons. */
  describedBy?: string
  /** In a row of the list, the buttons have no borders, and a paid invoice needs its link less. */
  inRow?: boolean
}

/** Payment Link, Email and a menu, in the rows of the list and at the top of the editor. */
export function InvoiceActions({ invoice, describedBy, inRow = false, ...menu }: InvoiceActionsProps) {
  // On a phone and in a card, the two buttons share the width of their line.
  const buttonClasses = 'whitespace-nowrap max-sm:flex-auto max-sm:px-2 as-cards:flex-auto as-cards:px-2'
  const look = { variant: inRow ? 'ghost' : 'secondary', describedBy } as const
  const isQuiet = inRow && invoice.status === 'paid'
  // Nothing of an invoice reaches the client before it’s approved.
  const isForClient = invoice.status !== 'cancelled' && invoice.approval === null
  return (
    <>
      {isForClient && (
        <PaymentLinkButton
          {...look}
          publicUrl={invoice.publicUrl}
          className={classNames(buttonClasses, isQuiet && quietButton)}
        />
      )}
      {isForClient && <EmailInvoiceButton {...look} invoiceId={invoice.id} className={buttonClasses} />}
      <InvoiceMenu invoice={invoice} {...menu} />
    </>
  )
}

function InvoiceMenu({ invoice, onCredit, onDeleted }: InvoiceMenuProps) {
  // Undefined until a dialog is first opened, so that a list does not render four dialogs for each invoice.
  const [deleting, setDeleting] = useState<boolean>()
  const [recording, setRecording] = useState<boolean>()
  const [reminding, setReminding] = useState<boolean>()
  const [savingTemplate, setSavingTemplate] = useState<boolean>()
  const { duplicate, duplicating, limitDialog } = useDuplicateInvoice(invoice.id)
  const mayWrite = useMay('sales.write')
  const mayRecord = useMay('money.write')
  const isPaid = invoice.status === 'paid'
  const isCancelled = invoice.status === 'cancelled'
  const isApproved = invoice.approval === null
  const isCredited = invoice.creditNotesMinor > 0
  const isPartlyPaid = !isPaid && !isCredited && invoice.openMinor < invoice.totalMinor
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            className="as-table:size-8 as-table:touch:size-11"
            busy={duplicating}
            busyLabel=""
            aria-label={`More actions for invoice ${invoice.number}`}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {isApproved && <PaperItems to="/invoices/$id/view" id={invoice.id} pdfUrl={pdfUrl(invoice.id)} />}
        {mayRecord && isApproved && !isPaid && !isCancelled && (
          <MenuItem icon={CircleCheck} onSelect={() => setRecording(true)}>
            Mark as paid
          </MenuItem>
        )}
        {mayWrite && !isPaid && invoice.openMinor > 0 && invoice.sentAt !== null && (
          <MenuItem icon={Bell} onSelect={() => setReminding(true)}>
            Remind
          </MenuItem>
        )}
        {mayWrite && (
          <>
            <MenuItem icon={Copy} onSelect={duplicate}>
              Duplicate
            </MenuItem>
            <RepeatItems invoiceId={invoice.id} onSaveTemplate={() => setSavingTemplate(true)} />
            <MenuSeparator />
            {onCredit && isApproved && (
              <MenuItem icon={CircleMinus} onSelect={onCredit}>
                Cancel or correct with a credit note
              </MenuItem>
            )}
            <MenuItem
              icon={Trash2}
              tone="danger"
              disabled={isPaid || isPartlyPaid || isCredited}
              onSelect={() => setDeleting(true)}
            >
              Delete
            </MenuItem>
            {isCredited && (
              <MenuLabel>
                An invoice with a credit note can’t be deleted because it’s part of your records.
              </MenuLabel>
            )}
            {isPaid && !isCredited && (
              <MenuLabel>A paid invoice can’t be deleted because it’s part of your records.</MenuLabel>
            )}
            {isPartlyPaid && (
              <MenuLabel>
                An invoice with payments can’t be deleted because it’s part of your records.
              </MenuLabel>
            )}
          </>
        )}
      </Menu>
      {recording !== undefined && (
        <LazyRecordPaymentDialog invoice={invoice} open={recording} onOpenChange={setRecording} />
      )}
      {reminding !== undefined && (
        <RemindDialog invoice={invoice} open={reminding} onOpenChange={setReminding} />
      )}
      {savingTemplate !== undefined && (
        <SaveTemplateDialog invoiceId={invoice.id} open={savingTemplate} onOpenChange={setSavingTemplate} />
      )}
      {deleting !== undefined && (
        <DeleteInvoiceDialog
          invoice={invoice}
          open={deleting}
          onOpenChange={setDeleting}
          onDeleted={onDeleted}
        />
      )}
      {limitDialog}
    </>
  )
}

/** A separate component, so that it reads the plan only while the menu is open. */
function RepeatItems({ invoiceId, onSaveTemplate }: { invoiceId: string; onSaveTemplate: () => void }) {
  const isRecurringLocked = useIsLocked('recurringInvoices')
  const areTemplatesLocked = useIsLocked('invoiceTemplates')
  return (
    <>
      <MenuItem asChild>
        <Link to="/invoices/recurring/new" search={{ from: invoiceId }}>
          <Repeat2 aria-hidden />
          Make recurring {isRecurringLocked && <ProBadge />}
        </Link>
      </MenuItem>
      <MenuItem icon={LayoutTemplate} onSelect={onSaveTemplate}>
        Save as template {areTemplatesLocked && <ProBadge />}
      </MenuItem>
    </>
  )
}
