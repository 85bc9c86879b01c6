import { Link } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import { draftKey } from '../../../../web/forms/unsaved-draft.ts'
import { useDraftedForm } from '../../../../web/forms/use-drafted-form.ts'
import type { Attachment } from '../../../attachments/contract.ts'
import { AttachmentsSection } from '../../../attachments/web/attachments-section.tsx'
import type { DocumentStyle } from '../../../business/contract.ts'
import { useOwnFields } from '../../../fields/web/own-fields-api.ts'
import type { Invoice } from '../../contract.ts'
import { BillableNotice } from '../billable/billable-notice.tsx'
import { ChargeSection } from '../charge/charge-section.tsx'
import { LateFeeSection } from '../late-fees/late-fee-section.tsx'
import { useInvoiceUrlState } from '../list/back-to-invoices.tsx'
import { PartsSection } from '../parts/parts-section.tsx'
import { ClientFields } from './client-fields.tsx'
import { CompanyFields } from './company-fields.tsx'
import { DatesFields } from './dates-fields.tsx'
import { invoiceValuesSchema } from './draft-schema.ts'
import { FormFrame } from './form-frame.tsx'
import { type InvoiceFormValues, invoiceFormResolver } from './invoice-form-values.ts'
import { NotesSection } from './notes-section.tsx'
import { OwnFieldsSection } from './own-fields-section.tsx'
import { previewDocument } from './preview-document.ts'
import { type ReminderFieldProps, SendingFields } from './sending-fields.tsx'
import { useSaveInvoice } from './use-save-invoice.ts'

interface InvoiceFormProps {
  draftOwner: string
  invoice: Invoice | null
  initial: InvoiceFormValues
  /** What a new invoice was started from, such as a template. Each source has its own draft. */
  startedFrom?: string | undefined
  hasClients: boolean
  today: string
  timeZone: string
  /** The number format of the business. */
  locale: string
  style?: DocumentStyle | undefined
  ReminderField: ComponentType<ReminderFieldProps>
  /** A link with the text Cancel; by default it leads to the list. */
  cancel?: ReactNode
  /** Called after the changes of an existing invoice were saved. */
  onSaved?: ((invoice: Invoice) => void | Promise<void>) | undefined
  /** Shown below the preview on wide screens and below the form on others. */
  children?: ReactNode
}

const submitLabels = {
  create: { label: 'Create Invoice', busyLabel: 'Creating...' },
  change: { label: 'Save Changes', busyLabel: 'Saving...' },
}

export function InvoiceForm(props: InvoiceFormProps) {
  const {
    draftOwner,
    invoice,
    initial,
    startedFrom,
    hasClients,
    today,
    timeZone,
    locale,
    style,
    ReminderField,
    cancel,
    onSaved,
    children,
  } = props
  const search = useInvoiceUrlState()
  const handle = useDraftedForm({
    draftKey: draftKey(
      'invoice',
      draftOwner,
      invoice?.id ?? (startedFrom === undefined ? null : `new:${startedFrom}`),
    ),
    draftSchema: invoiceValuesSchema,
    resolver: invoiceFormResolver,
    initial,
    version: invoice?.version ?? null,
  })
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const attachments = files.map(({ id }) => id)
  const fields = useOwnFields('invoice')
  const saving = useSaveInvoice(invoice?.id ?? null, handle, { attachments, fields, onSaved })
  const number = invoice?.number ?? null
  const facts = { number, today, locale, paid: invoice, style: invoice?.style ?? style, fields }
  const isCurrencyFixed = invoice !== null && invoice.movements.length > 0

  return (
    <FormFrame
      {...saving}
      handle={handle}
      label={invoice ? `Invoice ${invoice.number}` : 'New invoice'}
      what="invoice"
      submit={invoice ? submitLabels.change : submitLabels.create}
      cancel={
        cancel || (
          <Link to="/invoices" search={search}>
            Cancel
          </Link>
        )
      }
      draw={(values) => previewDocument(values, facts)}
      lateFees={invoice?.lateFees}
      aside={children}
    >
      <CompanyFields />
      <ClientFields hasClients={hasClients} isCurrencyFixed={isCurrencyFixed} />
      <BillableNotice invoiceId={invoice?.id ?? null} />
      <ChargeSection isCurrencyFixed={isCurrencyFixed} lateFees={invoice?.lateFees} />
      <DatesFields today={today} />
      <PartsSection />
      <LateFeeSection />
      <NotesSection />
      <OwnFieldsSection />
      {!invoice && (
        <AttachmentsSection
          description="PDFs or pictures of up to 10 MB each. Your client finds them on the invoice’s page and, up to 5 MB, in the email."
          files={files}
          onChange={setFiles}
        />
      )}
      <SendingFields invoice={invoice} timeZone={timeZone} ReminderField={ReminderField} />
    </FormFrame>
  )
}
