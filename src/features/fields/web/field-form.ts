import type { BodyOf } from '../../../shared/endpoint.ts'
import type { FieldErrors } from '../../../shared/errors.ts'
import { type OwnField, changeOwnField } from '../contract.ts'
import type { FieldKind } from '../rules.ts'

export interface FieldFormValues {
  label: string
  kind: FieldKind
  /** One on each line. */
  choices: string
  onDocuments: boolean
}

export function fieldFormValues(field: OwnField | null): FieldFormValues {
  if (!field) return { label: '', kind: 'text', choices: '', onDocuments: false }
  const { label, kind, choices, onDocuments } = field
  return { label, kind, choices: choices.join('\n'), onDocuments }
}

export function fieldBody({
  label,
  kind,
  choices,
  onDocuments,
}: FieldFormValues): BodyOf<typeof changeOwnField> {
  const lines = choices
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return { label, choices: kind === 'choice' ? lines : [], onDocuments }
}

/** Checks the form as the server does: one message for each wrong field. */
export function checkFieldForm(values: FieldFormValues): FieldErrors {
  const body = fieldBody(values)
  const messages: FieldErrors = {}
  for (const { path, message } of changeOwnField.body.safeParse(body).error?.issues ?? []) {
    messages[String(path[0])] ??= message
  }
  if (values.kind === 'choice' && body.choices.length === 0) {
    messages['choices'] ??= 'Please enter at least one choice.'
  }
  return messages
}
