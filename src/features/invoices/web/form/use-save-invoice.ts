import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../../web/api-client.ts'
import type { DraftedForm } from '../../../../web/forms/use-drafted-form.ts'
import { useSaveForm } from '../../../../web/forms/use-save-form.ts'
import { showToast } from '../../../../web/ui/toast.ts'
import { type Invoice, createInvoice, emailInvoice, updateInvoice } from '../../contract.ts'
import { invoiceInputSchema } from '../../document/input-rules.ts'
import { invoiceQuery, refreshInvoices } from '../invoice-api.ts'
import { formPath } from './content-values.ts'
import { type InvoiceFormValues, formValuesOf, toInvoiceInput } from './invoice-form-values.ts'

export function useSaveInvoice(invoiceId: string | null, handle: DraftedForm<InvoiceFormValues>) {
  const client = useQueryClient()
  const navigate = useNavigate()

  async function create(values: InvoiceFormValues) {
    const { requestId, tried } = handle.startTry()
    const made = await make(requestId, values)
    if (!holds(made, values)) {
      // An earlier try may have made it after all, as the form was then. Or this tab was copied from another one, which
      // has made its own invoice under the same request.
      if (tried) await correct(made, values)
      else await make(handle.renewRequest(), values)
    }
    handle.finish()
    forgetStale()
    showToast({
      title: 'Invoice Created',
      description: 'Your invoice has been created successfully. Client information has been saved.',
      tone: 'success',
    })
    await navigate({ to: '/invoices' })
  }

  async function change(id: string, values: InvoiceFormValues) {
    const { version } = handle.startTry()
    const saved = await update(id, version ?? 0, values)
    handle.adopt(formValuesOf(saved), saved.version)
    client.setQueryData(invoiceQuery(id).queryKey, saved)
    forgetStale()
    showToast({ title: 'Invoice Saved', description: 'Your changes have been saved.', tone: 'success' })
  }

  function forgetStale() {
    void refreshInvoices(client)
    void client.invalidateQueries({ queryKey: ['clients'] })
    // Its empty fields are filled from the first invoice.
    void client.invalidateQueries({ queryKey: ['business'] })
  }

  async function findNewest(id: string) {
    const newest = await client.fetchQuery({ ...invoiceQuery(id), staleTime: 0 })
    return { values: formValuesOf(newest), version: newest.version }
  }

  return useSaveForm({
    handle,
    words: { ...(invoiceId === null ? words.create : words.change), conflict: words.conflict },
    pathOf: formPath,
    send: (values) => (invoiceId === null ? create(values) : change(invoiceId, values)),
    findNewest: invoiceId === null ? null : () => findNewest(invoiceId),
    onRefused: ({ code }) => {
      if (code === 'INVOICE_PAID') void refreshInvoices(client)
    },
  })
}

const words = {
  create: {
    title: 'Error creating invoice',
    fallback: 'Failed to create invoice. Please try again.',
    signedOut: 'You must be logged in to create invoices. What you filled in is kept.',
  },
  change: {
    title: 'Error saving invoice',
    fallback: 'Failed to save invoice. Please try again.',
    signedOut: 'You must be logged in to save invoices. What you filled in is kept.',
  },
  conflict:
    'This invoice was changed elsewhere. What you typed is kept: load the newer version, or save yours.',
}

function make(requestId: string, values: InvoiceFormValues): Promise<Invoice> {
  return call(createInvoice, { body: { ...toInvoiceInput(values), requestId } })
}

/** Brings an invoice up to date that was made by a try whose answer was lost, and mails it again if it was mailed. */
async function correct(made: Invoice, values: InvoiceFormValues): Promise<void> {
  await update(made.id, made.version, values)
  if (made.sentAt !== null && values.sendOption === 'email_now') {
    await call(emailInvoice, { params: { id: made.id } })
  }
}

function update(id: string, version: number, values: InvoiceFormValues): Promise<Invoice> {
  return call(updateInvoice, { params: { id }, body: { ...toInvoiceInput(values), version } })
}

/** Whether an invoice that an earlier try may have made is what the form says now. */
function holds(invoice: Invoice, values: InvoiceFormValues): boolean {
  const [made, wanted] = [formValuesOf(invoice), values].map((form) => {
    const { client, ...rest } = invoiceInputSchema.parse(toInvoiceInput(form))
    // Which client it is, the server finds out by itself.
    return JSON.stringify({ ...rest, client: { ...client, id: null } })
  })
  return made === wanted
}
