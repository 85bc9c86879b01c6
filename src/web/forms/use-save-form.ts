import { type BaseSyntheticEvent, useRef, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { ApiError, messageOf } from '../api-client.ts'
import { dismissToast, showToast } from '../ui/toast.ts'
import type { DraftedForm } from './use-drafted-form.ts'

/** What stays on the page when a save was refused. */
export type SaveProblem =
  | { kind: 'plan-limit'; message: string }
  | { kind: 'plan-required'; message: string }
  | { kind: 'changed-elsewhere' }

export interface SaveText {
  /** Of the toast. */
  title: string
  fallback: string
  signedOut: string
  conflict: string
}

interface SaveFormOptions<V extends FieldValues> {
  handle: DraftedForm<V>
  /** Sends what is in the form; what it throws is shown. */
  send: (values: V) => Promise<void>
  words: SaveText
  pathOf: (inputPath: string, values: V) => string
  /** What is saved by now; null for what is not saved yet. */
  findNewest: (() => Promise<{ values: V; version: number }>) | null
  onRefused?: (error: ApiError) => void
}

/** Saves a form and shows why it was refused: beside the fields, as a toast, and on the page where it needs a decision. */
export function useSaveForm<V extends FieldValues>(options: SaveFormOptions<V>) {
  const { handle, send, words, pathOf, findNewest, onRefused } = options
  const { form } = handle
  const [problem, setProblem] = useState<SaveProblem | null>(null)

  function showRefusal(error: unknown, values: V) {
    if (error instanceof ApiError && error.code === 'NOT_SIGNED_IN') {
      showToast({ title: 'Authentication Error', description: words.signedOut, tone: 'error' })
      return
    }
    const isConflict = error instanceof ApiError && error.code === 'CHANGED_ELSEWHERE'
    const message = isConflict ? words.conflict : messageOf(error, words.fallback)
    showToast({ title: words.title, description: message, tone: 'error' })
    if (!(error instanceof ApiError)) return
    for (const [path, text] of Object.entries(error.fields)) {
      form.setError(pathOf(path, values) as FieldPath<V>, { type: 'server', message: text })
    }
    if (error.code === 'PLAN_LIMIT_REACHED') setProblem({ kind: 'plan-limit', message })
    if (error.code === 'PLAN_REQUIRED') setProblem({ kind: 'plan-required', message })
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
  // The keyboard can ask for it again while it is on its way.
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
      showToast({ title: 'Error', description, tone: 'error' })
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
