import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FieldPath } from 'react-hook-form'

import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { dismissToast, showToast } from '../../../web/ui/toast.ts'
import { type Invoice, createInvoice, emailInvoice, invoiceInputSchema, updateInvoice } from '../contract.ts'
import { invoiceQuery, refreshInvoices } from './invoice-api.ts'
import { type InvoiceFormValues, formPath, formValuesOf, toInvoiceInput } from './invoice-form-values.ts'
import type { InvoiceFormHandle } from './use-invoice-form.ts'

/** What stays on the page when a save was refused. */
export type SaveProblem = { kind: 'plan-limit'; message: string } | { kind: 'changed-elsewhere' }

export function useSaveInvoice(invoiceId: string | null, handle: InvoiceFormHandle) {
  const { form } = handle
  const client = useQueryClient()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<SaveProblem | null>(null)

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
    handle.adopt(saved)
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

  function showRefusal(error: unknown, values: InvoiceFormValues) {
    const { title, fallback, signedOut } = invoiceId === null ? words.create : words.change
    if (error instanceof ApiError && error.code === 'NOT_SIGNED_IN') {
      showToast({ title: 'Authentication Error', description: signedOut, tone: 'error' })
      return
    }
    const isConflict = error instanceof ApiError && error.code === 'CHANGED_ELSEWHERE'
    const message = isConflict ? words.conflict : messageOf(error, fallback)
    showToast({ title, description: message, tone: 'error' })
    if (!(error instanceof ApiError)) return
    for (const [path, text] of Object.entries(error.fields)) {
      const field = formPath(path, values) as FieldPath<InvoiceFormValues>
      form.setError(field, { type: 'server', message: text })
    }
    if (error.code === 'PLAN_LIMIT_REACHED') setProblem({ kind: 'plan-limit', message })
    if (isConflict) setProblem({ kind: 'changed-elsewhere' })
    if (error.code === 'INVOICE_PAID') void refreshInvoices(client)
  }

  const save = form.handleSubmit(async (values) => {
    dismissToast()
    setProblem(null)
    try {
      await (invoiceId === null ? create(values) : change(invoiceId, values))
    } catch (error) {
      showRefusal(error, values)
    }
  })

  async function withNewest(use: (newest: Invoice) => unknown) {
    if (invoiceId === null) return
    try {
      await use(await client.fetchQuery({ ...invoiceQuery(invoiceId), staleTime: 0 }))
    } catch (error) {
      const description = messageOf(error, 'The newer version could not be loaded. Please try again.')
      showToast({ title: 'Error', description, tone: 'error' })
    }
  }

  const loadNewer = () =>
    withNewest((newest) => {
      handle.adopt(newest)
      setProblem(null)
    })
  const saveAnyway = () =>
    withNewest(({ version }) => {
      handle.rebase(version)
      return save()
    })

  return {
    save,
    problem,
    conflict: { onLoadNewer: () => void loadNewer(), onSaveAnyway: () => void saveAnyway() },
  }
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
