import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { AttachmentsCard } from '../../features/attachments/web/attachments-card.tsx'
import type { Session } from '../../features/auth/contract.ts'
import { draftOwnerOf } from '../../features/auth/web/draft-owner.ts'
import { useMay } from '../../features/auth/web/session.ts'
import { SignedIn, useToday } from '../../features/auth/web/signed-in.tsx'
import { clientsQuery } from '../../features/clients/web/client-api.ts'
import { Comments } from '../../features/comments/web/comments.tsx'
import { CreditNotesPanel } from '../../features/credit-notes/web/credit-notes-panel.tsx'
import { LazyCreditNoteDialog } from '../../features/credit-notes/web/lazy-credit-note-dialog.tsx'
import { FromEstimateLink } from '../../features/estimates/web/from-estimate-link.tsx'
import { OwnValuesCard } from '../../features/fields/web/own-values-card.tsx'
import type { Invoice } from '../../features/invoices/contract.ts'
import { nextDueDateOf } from '../../features/invoices/parts/part-text-rules.ts'
import { ApprovalBadge } from '../../features/invoices/web/approval/approval-badge.tsx'
import { ApprovalNotice } from '../../features/invoices/web/approval/approval-notice.tsx'
import { invoiceValuesSchema } from '../../features/invoices/web/form/draft-schema.ts'
import { formValuesOf } from '../../features/invoices/web/form/invoice-form-values.ts'
import { InvoiceForm } from '../../features/invoices/web/form/invoice-form.tsx'
import { invoiceQuery } from '../../features/invoices/web/invoice-api.ts'
import {
  DisputedBadge,
  InvoiceStatusBadge,
  PartCreditedBadge,
  PartPaidBadge,
} from '../../features/invoices/web/invoice-status-badge.tsx'
import { LateFeesPanel } from '../../features/invoices/web/late-fees/late-fees-panel.tsx'
import { BackToInvoices, useInvoiceUrlState } from '../../features/invoices/web/list/back-to-invoices.tsx'
import { balanceText } from '../../features/invoices/web/paper/due-text.ts'
import { InvoiceTimeline } from '../../features/invoices/web/timeline/invoice-timeline.tsx'
import { MarkPaidButton } from '../../features/payments/web/ledger/mark-paid-button.tsx'
import { PaymentsPanel } from '../../features/payments/web/ledger/payments-panel.tsx'
import { ReminderField } from '../../features/reminders/web/reminder-field.tsx'
import { RemindersPanel } from '../../features/reminders/web/reminders-panel.tsx'
import { SaysPaidNotice } from '../../features/reminders/web/says-paid-notice.tsx'
import { formatDate } from '../../shared/dates.ts'
import { isNotFound } from '../../web/api-client.ts'
import { draftKey, readDraft } from '../../web/forms/unsaved-draft.ts'
import { NotFound } from '../../web/layout/not-found.tsx'
import { PageSkeleton } from '../../web/layout/page-skeleton.tsx'
import { Page } from '../../web/layout/page.tsx'
import { pageTitle } from '../../web/page-title.ts'
import { Button } from '../../web/ui/button.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'
import { useDocumentTitle } from '../../web/use-document-title.ts'
import { useFocusIfLost } from '../../web/use-focus-if-lost.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceOverview } from './invoice-overview.tsx'

/** /invoices/{id} */
export function InvoicePage() {
  return <InvoiceOfUrl isEditPage={false} />
}

/** /invoices/{id}/edit */
export function EditInvoicePage() {
  return <InvoiceOfUrl isEditPage />
}

function InvoiceOfUrl({ isEditPage }: { isEditPage: boolean }) {
  const { id = '' } = useParams({ strict: false })
  return (
    <SignedIn>
      {(session) => <ExistingInvoice key={id} id={id} session={session} isEditPage={isEditPage} />}
    </SignedIn>
  )
}

interface ExistingInvoiceProps {
  id: string
  session: Session
  isEditPage: boolean
}

function ExistingInvoice({ id, session, isEditPage }: ExistingInvoiceProps) {
  const invoice = useQuery(invoiceQuery(id))
  const clients = useQuery(clientsQuery(''))
  useDocumentTitle(invoice.data && pageTitle(`Invoice ${invoice.data.number}`))
  if (invoice.isPending || clients.isPending) return <PageSkeleton />
  if (!invoice.data) {
    return isNotFound(invoice.error) ? (
      <NotFound title="Invoice Not Found" text="It doesn’t exist, or it was deleted.">
        <Link to="/invoices">Back to Invoices</Link>
      </NotFound>
    ) : (
      <Page>
        <ErrorState query={invoice} />
      </Page>
    )
  }
  return (
    <LoadedInvoice
      invoice={invoice.data}
      session={session}
      isEditPage={isEditPage}
      hasClients={clients.data?.clients.length !== 0}
    />
  )
}

interface LoadedInvoiceProps extends Omit<ExistingInvoiceProps, 'id'> {
  invoice: Invoice
  hasClients: boolean
}

function LoadedInvoice({ invoice, session, isEditPage, hasClients }: LoadedInvoiceProps) {
  const { id, sentAt, approval } = invoice
  const { business } = session
  const navigate = useNavigate()
  const today = useToday(session)
  const mayApprove = useMay('invoices.approve')
  // To be decided on, not to be written.
  const isDecision = approval === 'waiting' || (approval === 'returned' && mayApprove)
  // Email leaves the form open as it is: it may hold changes that are not saved.
  const [isOpen, setIsOpen] = useState(
    () =>
      (sentAt === null && !isDecision) ||
      readDraft(draftKey('invoice', draftOwnerOf(session), id), invoiceValuesSchema) !== null,
  )
  const overview = useRef<HTMLDivElement>(null)
  useFocusIfLost(overview)
  const isOpenInvoice = invoice.status !== 'paid' && invoice.status !== 'cancelled'
  const canChange = useMay('sales.write') && isOpenInvoice && invoice.creditNotes.length === 0
  const isEditing = canChange && (isEditPage || isOpen)

  async function showSaved(saved: Invoice) {
    if (isEditPage) await navigate({ to: '/invoices/$id', params: { id } })
    else if (saved.sentAt !== null || saved.approval !== null) {
      setIsOpen(false)
      window.scrollTo({ top: 0 })
    }
  }

  const panels = (
    <>
      <OwnValuesCard target="invoice" values={invoice.ownFields} />
      <CreditNotesPanel invoice={invoice} />
      {approval === null && <PaymentsPanel invoice={invoice} />}
      <AttachmentsCard kind="invoice" id={id} description="Your client sees them on the invoice’s page." />
      {isOpenInvoice && approval === null && <RemindersPanel invoice={invoice} />}
      <LateFeesPanel invoice={invoice} />
      <Comments subject="invoice" id={id} />
      <InvoiceTimeline invoice={invoice} />
    </>
  )
  return (
    <Page>
      <InvoiceHeader invoice={invoice} isEditing={isEditing} />
      <ApprovalNotice invoice={invoice} isEditing={isEditing} />
      {isOpenInvoice && approval === null && <SaysPaidNotice invoice={invoice} />}
      {isEditing ? (
        <InvoiceForm
          draftOwner={draftOwnerOf(session)}
          invoice={invoice}
          initial={formValuesOf(invoice)}
          hasClients={hasClients}
          today={today}
          timeZone={business.timeZone}
          locale={business.locale}
          ReminderField={ReminderField}
          cancel={
            isEditPage &&
            (sentAt !== null || isDecision) && (
              <Link to="/invoices/$id" params={{ id }}>
                Cancel
              </Link>
            )
          }
          onSaved={showSaved}
        >
          {panels}
        </InvoiceForm>
      ) : (
        <InvoiceOverview ref={overview} invoice={invoice} today={today} timeZone={business.timeZone}>
          {panels}
        </InvoiceOverview>
      )}
    </Page>
  )
}

const actionClasses = 'whitespace-nowrap max-sm:flex-auto max-sm:px-2'

function InvoiceHeader({ invoice, isEditing }: { invoice: Invoice; isEditing: boolean }) {
  const navigate = useNavigate()
  const search = useInvoiceUrlState()
  const { id, number, publicUrl, status, client, totals, openMinor, sentAt, isDisputed } = invoice
  const { creditNotesMinor, approval } = invoice
  const { totalMinor } = totals
  const isOpenInvoice = status !== 'paid' && status !== 'cancelled'
  const mayWrite = useMay('sales.write')
  const [crediting, setCrediting] = useState<boolean>()
  return (
    <PageHeader
      above={<BackToInvoices />}
      title={`Invoice ${number}`}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <InvoiceStatusBadge status={status} />
          {approval !== null && <ApprovalBadge approval={approval} />}
          {isOpenInvoice && openMinor < totalMinor - creditNotesMinor && <PartPaidBadge />}
          {status !== 'cancelled' && creditNotesMinor > 0 && <PartCreditedBadge />}
          {isDisputed && <DisputedBadge />}
          {isEditing ? (
            <span className="tabular-nums">
              Balance due {balanceText(invoice)}, due {formatDate(nextDueDateOf(invoice))}
            </span>
          ) : (
            <bdi className="own-words wrap-anywhere">{client.name}</bdi>
          )}
          {invoice.estimateId !== null && <FromEstimateLink id={invoice.estimateId} />}
        </span>
      }
      actions={
        <>
          {approval === null && (
            <MarkPaidButton
              invoice={invoice}
              variant={isEditing ? 'secondary' : 'primary'}
              className={classNames(actionClasses, !isEditing && 'max-sm:basis-full')}
            />
          )}
          {!isEditing && mayWrite && isOpenInvoice && creditNotesMinor === 0 && (
            <Button asChild variant="secondary" size="sm" className={actionClasses}>
              <Link to="/invoices/$id/edit" params={{ id }}>
                <Pencil aria-hidden className="max-sm:hidden" />
                Edit
              </Link>
            </Button>
          )}
          <InvoiceActions
            invoice={{
              id,
              number,
              publicUrl,
              status,
              approval,
              clientEmail: client.email,
              openMinor,
              totalMinor,
              creditNotesMinor,
              sentAt,
            }}
            onCredit={invoice.canBeCredited ? () => setCrediting(true) : undefined}
            // The invoice no longer exists, so there is nothing to save.
            onDeleted={() => navigate({ to: '/invoices', search, ignoreBlocker: true })}
          />
          {/* Rendered while the dialog closes, when the invoice can no longer be credited. */}
          {crediting !== undefined && (
            <LazyCreditNoteDialog invoice={invoice} open={crediting} onOpenChange={setCrediting} />
          )}
        </>
      }
    />
  )
}
