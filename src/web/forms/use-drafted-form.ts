import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { newRequestId } from './request-id.ts'
import { removeTabDraft } from './tab-draft.ts'
import { type Work, readDraft, writeDraft } from './unsaved-draft.ts'
import { useFieldChecks } from './use-field-checks.ts'

const typingPauseMs = 400

interface DraftedFormOptions<V extends FieldValues> {
  /** Where in the tab its unsaved work is kept. */
  draftKey: string
  draftSchema: z.ZodType<V>
  resolver: Resolver<V>
  /** What is saved, or what a new one begins with. */
  initial: V
  /** Of what is saved; null for a new one. */
  version: number | null
}

export interface DraftedForm<V extends FieldValues> {
  form: UseFormReturn<V>
  /** Keeps the draft as one that is being sent, and tells what it stood at before. */
  startTry: () => Work
  /** Another request for another one. */
  renewRequest: () => string
  isDirty: () => boolean
  /** For the form itself: a field in it was left. */
  checkLeft: (event: FocusEvent<HTMLFormElement>) => void
  /** What was typed before a reload or before signing in again; `outdated` when it was changed elsewhere since. */
  restored: 'current' | 'outdated' | null
  /** Back to what is saved. */
  discard: () => void
  /** Shows this version, with nothing unsaved. */
  adopt: (values: V, version: number) => void
  /** What is typed is from now on a change of this version. */
  rebase: (version: number) => void
  /** The form's work is done, or given up: nothing is kept and nobody is held back. */
  finish: () => void
}

/** The form with its unsaved work, which outlives a reload and a lost session. */
export function useDraftedForm<V extends FieldValues>(options: DraftedFormOptions<V>): DraftedForm<V> {
  const { draftKey: key, draftSchema, resolver, initial, version } = options
  const [draft] = useState(() => readDraft(key, draftSchema))
  const [restored, setRestored] = useState<DraftedForm<V>['restored']>(() => {
    if (!draft) return null
    return draft.version === version ? 'current' : 'outdated'
  })
  const [begun] = useState<Work>(() => draft ?? { requestId: newRequestId(), tried: false, version })
  const work = useRef(begun)
  const form = useForm<V>({
    defaultValues: initial as DefaultValues<V>,
    resolver,
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
    (values: V, newer: number | null) => {
      work.current = { requestId: newRequestId(), tried: false, version: newer }
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
    if (version === null || version === work.current.version) return
    if (!state.current.isDirty) reset(initial, version)
  }, [initial, version, reset])

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
    discard: () => reset(initial, version),
    adopt: reset,
    rebase: (newer) => {
      work.current = { ...work.current, version: newer }
    },
    finish: useCallback(() => {
      state.current.finished = true
      removeTabDraft(key)
    }, [key]),
  }
}
