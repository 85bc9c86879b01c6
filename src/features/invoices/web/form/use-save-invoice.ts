import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../../web/api-client.ts'
import type { DraftedForm } from '../../../../web/forms/use-drafted-form.ts'
import { useSaveForm } from '../../../../web/forms/use-save-form.ts'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { setAttachments } from '../../../attachments/contract.ts'
import { useMay } from '../../../auth/web/session.ts'
import type { OwnField } from '../../../fields/contract.ts'
import { comparableValues } from '../../../fields/rules.ts'
import { type Invoice, createInvoice, emailInvoice, updateInvoice } from '../../contract.ts'
import { invoiceInputSchema } from '../../document/input-rules.ts'
import { withoutSources } from '../../document/source-rules.ts'
import { savedText, waitsText } from '../approval/saved-text.ts'
import { invoiceQuery, refreshInvoices } from '../invoice-api.ts'
import { formPath } from './content-values.ts'
import { type InvoiceFormValues, formValuesOf, toInvoiceInput } from './invoice-form-values.ts'

interface SaveOptions {
  /** The files of a new invoice. Those of another are kept by themselves. */
  attachments: string[]
  /** The own fields that the form shows. What others hold does not go into a new invoice. */
  fields: readonly OwnField[]
  onSaved?: ((invoice: Invoice) => void | Promise<void>) | undefined
}

export function useSaveInvoice(
  invoiceId: string | null,
  handle: DraftedForm<InvoiceFormValues>,
  { attachments, fields, onSaved }: SaveOptions,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayApprove = useMay('invoices.approve')

  async function create(entered: InvoiceFormValues) {
    const shown = fields.flatMap(({ id }) => {
      const value = entered.ownFields[id]
      return value === undefined ? [] : [[id, value] as const]
    })
    const values = { ...entered, ownFields: Object.fromEntries(shown) }
    const { requestId, tried } = handle.startTry()
    let created = await sendCreate(requestId, values, attachments)
    if (!matchesForm(created, values)) {
      // An earlier try may have created the invoice from older values. Or this tab was duplicated, and the other tab
      // created its own invoice with the same request id.
      created = tried
        ? await updateCreated(created, values)
        : await sendCreate(handle.renewRequest(), values, attachments)
    }
    // Files that were added after an earlier try.
    if (tried && attachments.length > 0) {
      await call(setAttachments.invoice, { params: { id: created.id }, body: { attachments } })
    }
    handle.finish()
    refreshCaches()
    showSuccess(
      'Invoice Created',
      created.approval === null
        ? 'Your invoice has been created successfully. Client information has been saved.'
        : waitsText,
    )
    await navigate({ to: '/invoices' })
  }

  async function change(id: string, values: InvoiceFormValues) {
    const { version } = handle.startTry()
    const before = client.getQueryData(invoiceQuery(id).queryKey)?.approval ?? null
    const saved = await update(id, version ?? 0, values)
    handle.adopt(formValuesOf(saved), saved.version)
    client.setQueryData(invoiceQuery(id).queryKey, saved)
    refreshCaches()
    showSuccess('Invoice Saved', savedText(saved, before, mayApprove) ?? 'Your changes have been saved.')
    await onSaved?.(saved)
  }

  function refreshCaches() {
    void refreshInvoices(client)
    void client.invalidateQueries({ queryKey: ['clients'] })
    // The server fills empty profile fields from the invoice.
    void client.invalidateQueries({ queryKey: ['business'] })
  }

  async function findNewest(id: string) {
    const newest = await client.fetchQuery({ ...invoiceQuery(id), staleTime: 0 })
    return { values: formValuesOf(newest), version: newest.version }
  }

  return useSaveForm({
    handle,
    words: { ...(invoiceId === null ? saveText.create : saveText.change), conflict: saveText.conflict },
    pathOf: formPath,
    send: (values) => (invoiceId === null ? create(values) : change(invoiceId, values)),
    findNewest: invoiceId === null ? null : () => findNewest(invoiceId),
    onRefused: ({ code }) => {
      if (code === 'INVOICE_PAID' || code === 'ALREADY_BILLED') void refreshInvoices(client)
    },
  })
}

const saveText = {
  create: {
    title: 'Error creating invoice',
    fallback: 'Failed to create invoice. Please try again.',
    signedOut: 'You must be logged in to create invoices. Your entries are still here.',
  },
  change: {
    title: 'Error saving invoice',
    fallback: 'Failed to save invoice. Please try again.',
    signedOut: 'You must be logged in to save invoices. Your entries are still here.',
  },
  conflict:
    'This invoice was changed elsewhere. Your changes are still here. Load the newer version, or save yours.',
}

function sendCreate(requestId: string, values: InvoiceFormValues, attachments: string[]): Promise<Invoice> {
  return call(createInvoice, { body: { ...toInvoiceInput(values), requestId, attachments } })
}

/** Updates an invoice that an earlier try created, and mails it again if that try mailed it. */
async function updateCreated(created: Invoice, values: InvoiceFormValues): Promise<Invoice> {
  const updated = await update(created.id, created.version, values)
  if (created.sentAt !== null && values.sendOption === 'email_now') {
    await call(emailInvoice, { params: { id: created.id } })
  }
  return updated
}

function update(id: string, version: number, values: InvoiceFormValues): Promise<Invoice> {
  return call(updateInvoice, { params: { id }, body: { ...toInvoiceInput(values), version } })
}

/** Whether the created invoice has the values of the form. It differs if an earlier try created it. */
function matchesForm(invoice: Invoice, values: InvoiceFormValues): boolean {
  const [created, expected] = [formValuesOf(invoice), values].map((form) => {
    const { client, ownFields, ...rest } = invoiceInputSchema.parse(toInvoiceInput(form))
    // Ignores the client id, which the server determines.
    // Nor what the lines bill: it may have been deleted in the meantime.
    return JSON.stringify({
      ...rest,
      ownFields: comparableValues(ownFields),
      charge: withoutSources(rest.charge),
      client: { ...client, id: null },
    })
  })
  return created === expected
}
