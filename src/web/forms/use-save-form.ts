import { type BaseSyntheticEvent, useRef, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { ApiError, messageOf } from '../api-client.ts'
import { dismissToast, showError } from '../ui/toast.ts'
import type { DraftedForm } from './use-drafted-form.ts'

/** A failed save that is shown on the page until the next attempt. */
export type SaveProblem =
  | { kind: 'plan-limit'; message: string }
  | { kind: 'plan-required'; message: string }
  | { kind: 'period-closed'; message: string }
  | { kind: 'changed-elsewhere' }

export interface SaveText {
  title: string
  fallback: string
  signedOut: string
  conflict: string
}

interface SaveFormOptions<V extends FieldValues> {
  handle: DraftedForm<V>
  /** Sends the values; an error that it throws is shown. */
  send: (values: V) => Promise<void>
  words: SaveText
  pathOf: (inputPath: string, values: V) => string
  /** Loads the saved record; null for a new one. */
  findNewest: (() => Promise<{ values: V; version: number }>) | null
  onRefused?: (error: ApiError) => void
}

/** Saves a form, or shows why not: beside the fields, as a toast, and on the page to decide there. */
export function useSaveForm<V extends FieldValues>(options: SaveFormOptions<V>) {
  const { handle, send, words, pathOf, findNewest, onRefused } = options
  const { form } = handle
  const [problem, setProblem] = useState<SaveProblem | null>(null)

  function showRefusal(error: unknown, values: V) {
    if (error instanceof ApiError && error.code === 'NOT_SIGNED_IN') {
      showError('Authentication Error', words.signedOut)
      return
    }
    const isConflict = error instanceof ApiError && error.code === 'CHANGED_ELSEWHERE'
    const message = isConflict ? words.conflict : messageOf(error, words.fallback)
    showError(words.title, message)
    if (!(error instanceof ApiError)) return
    for (const [path, text] of Object.entries(error.fields)) {
      form.setError(pathOf(path, values) as FieldPath<V>, { type: 'server', message: text })
    }
    if (error.code === 'PLAN_LIMIT_REACHED') setProblem({ kind: 'plan-limit', message })
    if (error.code === 'PLAN_REQUIRED') setProblem({ kind: 'plan-required', message })
    if (error.code === 'PERIOD_CLOSED') setProblem({ kind: 'period-closed', message })
    if (isConflict) setProblem({ kind: 'changed-elsewhere' })
    onRefused?.(error)
  }

  const submit = form.handleSubmit(async (values) => {
    dismissToast()
    setProblem(null)
    try {
      await send(values)
    } catch (error) {
      showRefusal(error, values)
    }
  })
  // The keyboard can submit the form again while a save is in progress.
  const isSaving = useRef(false)
  async function save(event?: BaseSyntheticEvent) {
    event?.preventDefault()
    if (isSaving.current) return
    isSaving.current = true
    await submit(event).finally(() => (isSaving.current = false))
  }

  async function withNewest(use: (newest: { values: V; version: number }) => unknown) {
    if (findNewest === null) return
    try {
      await use(await findNewest())
    } catch (error) {
      const description = messageOf(error, 'The newer version could not be loaded. Please try again.')
      showError('Error', description)
    }
  }

  const loadNewer = () =>
    withNewest(({ values, version }) => {
      handle.adopt(values, version)
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
