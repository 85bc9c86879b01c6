import type { FieldErrors } from '../../../shared/errors.ts'
import { type ReminderSettings, type ReminderStep, reminderSettingsSchema } from '../contract.ts'
import {
  type ReminderText,
  maxSteps,
  offsetBounds,
  recommendedSeries,
  defaultSeries,
  defaultReminderText,
} from '../rules.ts'

/** Switches the own series on or off. A new series starts with the default reminder; earlier steps are kept. */
export function withSeries(draft: ReminderSettings, hasOwnSeries: boolean): ReminderSettings {
  const steps = hasOwnSeries && draft.steps.length === 0 ? defaultSeries.map(stepOn) : draft.steps
  return { ...draft, hasOwnSeries, steps }
}

/** Replaces the series with the recommended one. Own texts for recommended days are kept. */
export function withRecommended(draft: ReminderSettings): ReminderSettings {
  const steps = recommendedSeries.map(
    (day) => draft.steps.find(({ offsetDays }) => offsetDays === day) ?? stepOn(day),
  )
  return { ...draft, steps }
}

export function textsLostToRecommended({ steps }: ReminderSettings): number[] {
  return steps
    .filter((step) => hasOwnText(step) && !recommendedSeries.includes(step.offsetDays))
    .map(({ offsetDays }) => offsetDays)
}

export function isRecommended({ steps }: ReminderSettings): boolean {
  return (
    steps.length === recommendedSeries.length &&
    steps.every(({ offsetDays }) => recommendedSeries.includes(offsetDays))
  )
}

export function withStep(draft: ReminderSettings, offsetDays: number): ReminderSettings {
  const steps = [...draft.steps, stepOn(offsetDays)].toSorted(
    (one, other) => one.offsetDays - other.offsetDays,
  )
  return { ...draft, steps }
}

export function withoutStep(draft: ReminderSettings, offsetDays: number): ReminderSettings {
  return { ...draft, steps: draft.steps.filter((step) => step.offsetDays !== offsetDays) }
}

/** Returns why a day cannot be added; null if it can. */
export function problemOfDay(draft: ReminderSettings, offsetDays: number): string | null {
  const { min, max } = offsetBounds
  if (!Number.isInteger(offsetDays)) return 'Please enter a whole number of days.'
  if (offsetDays < min) return `Please enter at most ${-min} days before the due date.`
  if (offsetDays > max) return `Please enter at most ${max} days after the due date.`
  if (draft.steps.some((step) => step.offsetDays === offsetDays)) return 'There’s already one on this day.'
  return draft.steps.length >= maxSteps ? `There can be at most ${maxSteps} reminders.` : null
}

export function textOf({ offsetDays, subject, body }: ReminderStep): ReminderText {
  const defaults = defaultReminderText(offsetDays)
  return { subject: subject ?? defaults.subject, body: body ?? defaults.body }
}

export function hasOwnText({ subject, body }: ReminderStep): boolean {
  return subject !== null || body !== null
}

/** Sets the text of a step. Text equal to the default is stored as null, so that it follows changes of the default. */
export function withText(
  draft: ReminderSettings,
  offsetDays: number,
  text: Partial<ReminderText>,
): ReminderSettings {
  const defaults = defaultReminderText(offsetDays)
  const steps = draft.steps.map((step) => {
    if (step.offsetDays !== offsetDays) return step
    const { subject, body } = { ...textOf(step), ...text }
    return {
      ...step,
      subject: subject === defaults.subject ? null : subject,
      body: body === defaults.body ? null : body,
    }
  })
  return { ...draft, steps }
}

/** Returns the settings to save. While the own series is off, its saved steps stay unchanged. */
export function toSave(draft: ReminderSettings, saved: ReminderSettings): ReminderSettings {
  return draft.hasOwnSeries ? draft : { ...draft, steps: saved.steps }
}

export function isChanged(draft: ReminderSettings, saved: ReminderSettings): boolean {
  return !isSame(toSave(draft, saved), saved)
}

/** Merges newer saved settings into the draft, except for the parts that the user changed. */
export function mergeNewer(
  draft: ReminderSettings,
  before: ReminderSettings,
  newer: ReminderSettings,
): ReminderSettings {
  const isKept = (part: keyof ReminderSettings) => !isSame(draft[part], before[part])
  return {
    hasOwnSeries: isKept('hasOwnSeries') ? draft.hasOwnSeries : newer.hasOwnSeries,
    sendHour: isKept('sendHour') ? draft.sendHour : newer.sendHour,
    steps: isKept('steps') ? draft.steps : newer.steps,
  }
}

export function isSame<T>(one: T, other: T): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Validates the draft. Returns one message per invalid field, by its path. */
export function problemsOf(draft: ReminderSettings): FieldErrors {
  if (!draft.hasOwnSeries) return {}
  const problems: FieldErrors = {}
  for (const [index, { subject, body }] of draft.steps.entries()) {
    if (subject?.trim() === '')
      problems[`steps.${index}.subject`] = 'Please enter a subject, or restore the default.'
    if (body?.trim() === '') problems[`steps.${index}.body`] = 'Please enter a text, or restore the default.'
  }
  const { error } = reminderSettingsSchema.safeParse(draft)
  for (const { path, message } of error?.issues ?? []) problems[path.join('.')] ??= message
  return problems
}

function stepOn(offsetDays: number): ReminderStep {
  return { offsetDays, subject: null, body: null }
}
