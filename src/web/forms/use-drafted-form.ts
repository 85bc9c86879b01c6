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
import { type DraftState, readDraft, writeDraft } from './unsaved-draft.ts'
import { useFieldChecks } from './use-field-checks.ts'

const typingPauseMs = 400

interface DraftedFormOptions<V extends FieldValues> {
  draftKey: string
  draftSchema: z.ZodType<V>
  resolver: Resolver<V>
  /** The saved values, or the initial ones of a new record. */
  initial: V
  version: number | null
}

export interface DraftedForm<V extends FieldValues> {
  form: UseFormReturn<V>
  /** Marks the draft as sent and returns its previous state. */
  startTry: () => DraftState
  /** Starts a new request, for another record, and returns its id. */
  renewRequest: () => string
  isDirty: () => boolean
  /** The blur handler of the form: checks the field that lost the focus. */
  checkOnBlur: (event: FocusEvent<HTMLFormElement>) => void
  /** Whether a draft was restored; `outdated` if the record was changed elsewhere since. */
  restored: 'current' | 'outdated' | null
  discard: () => void
  /** Shows this version, with no unsaved changes. */
  adopt: (values: V, version: number) => void
  /** Makes the unsaved changes apply to this version. */
  rebase: (version: number) => void
  /** Deletes the draft and stops asking before the user leaves: the form is saved or abandoned. */
  finish: () => void
}

/** A form whose unsaved changes survive a reload and an expired session. */
export function useDraftedForm<V extends FieldValues>(options: DraftedFormOptions<V>): DraftedForm<V> {
  const { draftKey: key, draftSchema, resolver, initial, version } = options
  const [draft] = useState(() => readDraft(key, draftSchema))
  const [restored, setRestored] = useState<DraftedForm<V>['restored']>(() => {
    if (!draft) return null
    return draft.version === version ? 'current' : 'outdated'
  })
  const [initialState] = useState<DraftState>(
    () => draft ?? { requestId: newRequestId(), tried: false, version },
  )
  const draftState = useRef(initialState)
  const form = useForm<V>({
    defaultValues: initial as DefaultValues<V>,
    resolver,
    // The built-in check covers only the field that changed, but dates, terms, lines and discount depend on
    // each other. useFieldChecks checks them instead.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const { recheck, checkOnBlur } = useFieldChecks(form)
  const { isDirty } = form.formState
  const state = useRef({ isDirty, finished: false })
  useEffect(() => {
    state.current.isDirty = isDirty
  }, [isDirty])

  const saveDraft = useCallback(() => {
    if (state.current.finished) return
    if (state.current.isDirty) writeDraft(key, { ...draftState.current, values: form.getValues() })
    else removeTabDraft(key)
  }, [form, key])

  const reset = useCallback(
    (values: V, newVersion: number | null) => {
      draftState.current = { requestId: newRequestId(), tried: false, version: newVersion }
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
        timer = setTimeout(saveDraft, typingPauseMs)
        recheck()
      },
    })
    window.addEventListener('pagehide', saveDraft)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      window.removeEventListener('pagehide', saveDraft)
      saveDraft()
    }
  }, [form, saveDraft, recheck])

  // A newer version was loaded, for example after a save in another tab. It must not replace unsaved changes.
  useEffect(() => {
    if (version === null || version === draftState.current.version) return
    if (!state.current.isDirty) reset(initial, version)
  }, [initial, version, reset])

  return {
    form,
    startTry: () => {
      const before = draftState.current
      draftState.current = { ...before, tried: true }
      saveDraft()
      return before
    },
    renewRequest: () => {
      const requestId = newRequestId()
      draftState.current = { ...draftState.current, requestId }
      saveDraft()
      return requestId
    },
    isDirty: useCallback(() => state.current.isDirty && !state.current.finished, []),
    checkOnBlur,
    restored,
    discard: () => reset(initial, version),
    adopt: reset,
    rebase: (newVersion) => {
      draftState.current = { ...draftState.current, version: newVersion }
    },
    finish: useCallback(() => {
      state.current.finished = true
      removeTabDraft(key)
    }, [key]),
  }
}
