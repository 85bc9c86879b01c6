import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'

import { removeTabDraft } from '../../../web/tab-draft.ts'
import type { Invoice } from '../contract.ts'
import { invoiceFormResolver } from './check-invoice-form.ts'
import { type InvoiceFormValues, formValuesOf } from './invoice-form-values.ts'
import { newRequestId } from './request-id.ts'
import { draftKey, readDraft, writeDraft } from './unsaved-draft.ts'
import { useFieldChecks } from './use-field-checks.ts'

const typingPauseMs = 400

interface InvoiceFormOptions {
  userId: string
  /** Null for a new one. */
  invoice: Invoice | null
  initial: InvoiceFormValues
}

/** What a save needs to know besides the values. */
interface Work {
  /** The same for every try to make the same invoice. */
  requestId: string
  /** Whether it was sent before, with an answer that may have been lost. */
  tried: boolean
  /** Of the invoice that the changes are made on. */
  version: number | null
}

export interface InvoiceFormHandle {
  form: UseFormReturn<InvoiceFormValues>
  /** Keeps the draft as one that is being sent, and tells what it stood at before. */
  startTry: () => Work
  /** Another request for another invoice. */
  renewRequest: () => string
  isDirty: () => boolean
  /** For the form itself: a field in it was left. */
  checkLeft: (event: FocusEvent<HTMLFormElement>) => void
  /** What was typed before a reload or before signing in again; `outdated` when the invoice was changed since. */
  restored: 'current' | 'outdated' | null
  /** Back to what is saved. */
  discard: () => void
  /** Shows this version, with nothing unsaved. */
  adopt: (invoice: Invoice) => void
  /** What is typed is from now on a change of this version. */
  rebase: (version: number) => void
  /** The form's work is done, or given up: nothing is kept and nobody is held back. */
  finish: () => void
}

/** The form with its unsaved work, which outlives a reload and a lost session. */
export function useInvoiceForm({ userId, invoice, initial }: InvoiceFormOptions): InvoiceFormHandle {
  const key = draftKey(userId, invoice?.id ?? null)
  const [draft] = useState(() => readDraft(key))
  const [restored, setRestored] = useState<InvoiceFormHandle['restored']>(() => {
    if (!draft) return null
    return draft.version === (invoice?.version ?? null) ? 'current' : 'outdated'
  })
  const [begun] = useState<Work>(
    () => draft ?? { requestId: newRequestId(), tried: false, version: invoice?.version ?? null },
  )
  const work = useRef(begun)
  const form = useForm<InvoiceFormValues>({
    defaultValues: initial,
    resolver: invoiceFormResolver,
    // Dates, terms, lines and discount depend on each other, so every change checks the whole form; see below.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const { recheck, checkLeft } = useFieldChecks(form)
  const { isDirty } = form.formState
  const state = useRef({ isDirty, finished: false })
  useEffect(() => {
    state.current.isDirty = isDirty
  }, [isDirty])

  const keepDraft = useCallback(() => {
    if (state.current.finished) return
    if (state.current.isDirty) writeDraft(key, { ...work.current, values: form.getValues() })
    else removeTabDraft(key)
  }, [form, key])

  const reset = useCallback(
    (values: InvoiceFormValues, version: number | null) => {
      work.current = { requestId: newRequestId(), tried: false, version }
      state.current.isDirty = false
      form.reset(values)
      removeTabDraft(key)
      setRestored(null)
    },
    [form, key],
  )

  useEffect(() => {
    if (!draft) return
    state.current.isDirty = true
    form.reset(draft.values, { keepDefaultValues: true })
  }, [draft, form])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(keepDraft, typingPauseMs)
        recheck()
      },
    })
    window.addEventListener('pagehide', keepDraft)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      window.removeEventListener('pagehide', keepDraft)
      keepDraft()
    }
  }, [form, keepDraft, recheck])

  // A newer version has come, from another tab perhaps. What is being typed here is not replaced by it.
  useEffect(() => {
    if (!invoice || invoice.version === work.current.version) return
    if (!state.current.isDirty) reset(formValuesOf(invoice), invoice.version)
  }, [invoice, reset])

  return {
    form,
    startTry: () => {
      const before = work.current
      work.current = { ...before, tried: true }
      keepDraft()
      return before
    },
    renewRequest: () => {
      const requestId = newRequestId()
      work.current = { ...work.current, requestId }
      keepDraft()
      return requestId
    },
    isDirty: useCallback(() => state.current.isDirty && !state.current.finished, []),
    checkLeft,
    restored,
    discard: () => reset(invoice ? formValuesOf(invoice) : initial, invoice?.version ?? null),
    adopt: (newer) => reset(formValuesOf(newer), newer.version),
    rebase: (version) => {
      work.current = { ...work.current, version }
    },
    finish: useCallback(() => {
      state.current.finished = true
      removeTabDraft(key)
    }, [key]),
  }
}
