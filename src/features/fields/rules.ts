import { formatDate, isIsoDate } from '../../shared/dates.ts'
import { formatDecimalText } from '../../shared/thousandths.ts'

export const fieldTargets = ['client', 'invoice'] as const
export type FieldTarget = (typeof fieldTargets)[number]

export const fieldKinds = ['text', 'number', 'date', 'choice'] as const
export type FieldKind = (typeof fieldKinds)[number]

export const kindLabels: Record<FieldKind, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  choice: 'Choice',
}

/** Of each target, without archived ones. */
export const maxFields = 10
export const maxLabel = 40
export const maxChoices = 20
export const maxChoice = 60
export const maxValue = 200

export const ownFieldsPlanText = 'Own fields are part of the Enterprise plan.'

interface Definition {
  label: string
  kind: FieldKind
  choices: readonly string[]
}

/** What a field holds, as it is stored: 1234.5 for a number, 2026-11-20 for a date. */
export function readOwnValue(
  { label, kind, choices }: Definition,
  text: string,
): { value: string } | { problem: string } {
  if (kind === 'number') {
    const value = plainNumber(text)
    return value === null ? { problem: `Please enter a number for ${label}, such as 1234.5.` } : { value }
  }
  if (kind === 'date' && !isIsoDate(text)) return { problem: `Please choose a date for ${label}.` }
  if (kind === 'choice' && !choices.includes(text)) {
    return { problem: `Please choose one of the choices for ${label}.` }
  }
  return { value: text }
}

/** 007.50 → 7.5; null for what is no number. */
function plainNumber(text: string): string | null {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (whole === '') return null
  const fraction = decimals.replace(/0+$/, '')
  const digits = `${whole.replace(/^0+(?=\d)/, '')}${fraction && `.${fraction}`}`
  return digits === '0' ? digits : `${sign}${digits}`
}

/** What the fields of a form hold, without empty ones, so that two forms can be compared. */
export function comparableValues(values: Readonly<Record<string, string>>): [id: string, value: string][] {
  return Object.entries(values)
    .filter(([, value]) => value.trim() !== '')
    .map(([id, value]): [string, string] => [id, plainNumber(value.trim()) ?? value.trim()])
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
}

/** What a document shows of the fields of a form: those that can be read. */
export function shownFieldsIn(
  fields: readonly (Definition & { id: string; onDocuments: boolean })[],
  values: Readonly<Record<string, string>>,
): { id: string; label: string; kind: FieldKind; value: string }[] {
  return fields.flatMap((field) => {
    const { id, label, kind, onDocuments } = field
    const text = (values[id] ?? '').trim()
    const read = readOwnValue(field, text)
    return onDocuments && text !== '' && 'value' in read ? [{ id, label, kind, value: read.value }] : []
  })
}

/** What a field holds, as it is shown. */
export function ownValueText(kind: FieldKind, value: string, locale?: string): string {
  if (kind === 'date') return formatDate(value)
  return kind === 'number' ? formatDecimalText(value, locale) : value
}
