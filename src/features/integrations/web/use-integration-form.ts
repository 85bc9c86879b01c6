import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import { productName } from '../../../shared/product.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { dismissToast, showError, showSuccess } from '../../../web/ui/toast.ts'
import { type ConnectionTest, type Integrations, removeIntegration } from '../contract.ts'
import { integrationLabels } from '../rules.ts'
import { type IntegrationKind, isEmptyForm } from './integration-forms.ts'
import { reloadIntegrations, rememberChange } from './integrations-api.ts'

export interface IntegrationForm<Values extends FieldValues, Body> {
  accountName: string
  form: UseFormReturn<Values, unknown, Body>
  isDirty: boolean
  hasAnything: boolean
  /** What an incomplete account still needs, as a sentence. */
  missing: string | undefined
  busy: { saving: boolean; testing: boolean; removing: boolean }
  /** The result of the last test, if the values have not changed since. */
  outcome: ConnectionTest | null
  save: () => Promise<void>
  test: () => Promise<void>
  remove: () => Promise<void>
}

const untested = 'Press Test connection to see whether it works.'
const changed = 'The latest version is shown. Please check it and save again.'
const idle = { saving: false, testing: false, removing: false }

/** The form of one account. It is rendered above the tabs, so that typed values survive switching tabs. */
export function useIntegrationForm<Values extends FieldValues, Body>(
  kind: IntegrationKind<Values, Body>,
  saved: Integrations,
): IntegrationForm<Values, Body> {
  const { name, accountName } = kind
  const label = integrationLabels[name]
  const client = useQueryClient()
  const form = useForm<Values, unknown, Body>({
    values: kind.valuesOf(saved),
    // Values saved elsewhere meanwhile are applied, except to fields the user has edited.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    resolver: zodResolver(kind.schemaFor(saved)),
  })
  const { isDirty } = form.formState
  const [busy, setBusy] = useState(idle)
  const [outcome, setOutcome] = useState<ConnectionTest | null>(null)
  // Counts changes, so that the result of a test with earlier values is ignored.
  const changes = useRef(0)

  const { subscribe } = form
  const clearOutcome = useCallback(() => {
    changes.current += 1
    setOutcome(null)
  }, [])
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: (change) => change.name !== undefined && clearOutcome(),
      }),
    [subscribe, clearOutcome],
  )

  async function work(what: keyof typeof idle, action: () => Promise<void>) {
    // Enter in a field submits the form even while its button is busy.
    if (busy[what]) return
    setBusy((before) => ({ ...before, [what]: true }))
    dismissToast()
    await action().finally(() => setBusy((before) => ({ ...before, [what]: false })))
  }

  async function applyResponse(answer: Integrations, sent: Values) {
    const typed = form.getValues()
    form.reset(kind.valuesOf(answer), { keepDirtyValues: false, keepErrors: false })
    // Keep what was typed while the request was running.
    for (const field of fieldsOf(sent)) {
      if (typed[field] !== sent[field]) form.setValue(field, typed[field], { shouldDirty: true })
    }
    await rememberChange(client, name, answer)
  }

  async function send(body: Body) {
    const sent = form.getValues()
    // If this request fails, saving fails too and shows the error.
    const latest = await reloadIntegrations(client).catch(() => saved)
    if (!isSame(kind.valuesOf(latest), kind.valuesOf(saved))) {
      // A secret typed here may belong to a key that has since been replaced.
      showError(`Your ${accountName} was changed elsewhere`, changed)
      return
    }
    if (isEmptyForm(kind, latest, body)) {
      form.setError(kind.first.field, { message: kind.first.message }, { shouldFocus: true })
      return
    }
    try {
      const answer = await kind.save(body)
      await applyResponse(answer, sent)
      const advice = answer[name].isConnected && !outcome?.ok ? untested : missingText(kind, answer)
      showSuccess(`${label} settings saved securely.`, advice)
    } catch (error) {
      showFieldErrors(error, form.setError, fieldsOf(sent))
      showError('Failed to save settings securely', messageOf(error, 'Please try again.'))
    }
  }

  async function runTest(body: Body) {
    clearOutcome()
    const changesBefore = changes.current
    const answer = await kind.test(body).catch((error: unknown) => {
      if (showFieldErrors(error, form.setError, fieldsOf(form.getValues()))) return null
      return { ok: false, message: messageOf(error, 'This couldn’t be tested. Please try again.') }
    })
    if (changesBefore === changes.current) setOutcome(answer)
  }

  const save = () => form.handleSubmit((body) => work('saving', () => send(body)), dismissToast)()
  const test = () => form.handleSubmit((body) => work('testing', () => runTest(body)), dismissToast)()
  const remove = () =>
    work('removing', async () => {
      try {
        const answer = await call(removeIntegration, { params: { name } })
        await applyResponse(answer, form.getValues())
        clearOutcome()
        showSuccess(`Your ${accountName} was removed from ${productName}`)
      } catch (error) {
        showError(`Your ${accountName} was not removed`, messageOf(error, 'Please try again.'))
      }
    })

  const hasAnything = kind.hasAnything(saved)
  const missing = missingText(kind, saved)
  return { accountName, form, isDirty, hasAnything, missing, busy, outcome, save, test, remove }
}

function missingText<Values extends FieldValues, Body>(
  kind: IntegrationKind<Values, Body>,
  saved: Integrations,
) {
  const missing = kind.missing(saved)
  if (missing.length === 0 || !kind.hasAnything(saved)) return undefined
  return `Still missing: ${missing.join(' and ')}.`
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function fieldsOf<Values extends FieldValues>(values: Values): Path<Values>[] {
  return Object.keys(values) as Path<Values>[]
}
