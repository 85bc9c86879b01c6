import type { FieldErrors } from '../../../shared/errors.ts'
import { type ReminderSettings, type ReminderStep, reminderSettingsSchema } from '../contract.ts'
import { maxSteps, offsetBounds, recommendedSeries, defaultSeries } from '../rules.ts'
import { type ReminderText, defaultReminderText } from '../text-rules.ts'

/** Beginning with the usual one, so that nothing stops by itself; what was chosen before is taken up again. */
export function withSeries(draft: ReminderSettings, hasOwnSeries: boolean): ReminderSettings {
  const steps = hasOwnSeries && draft.steps.length === 0 ? defaultSeries.map(stepOn) : draft.steps
  return { ...draft, hasOwnSeries, steps }
}

/** Words that were written for one of its days are kept. */
export function withRecommended(draft: ReminderSettings): ReminderSettings {
  const steps = recommendedSeries.map(
    (day) => draft.steps.find(({ offsetDays }) => offsetDays === day) ?? stepOn(day),
  )
  return { ...draft, steps }
}

/** The days whose own words would go with them. */
export function wordsLostToRecommended({ steps }: ReminderSettings): number[] {
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

/** What is wrong with a day that is to be added; null when it can be. */
export function problemOfDay(draft: ReminderSettings, offsetDays: number): string | null {
  const { min, max } = offsetBounds
  if (!Number.isInteger(offsetDays)) return 'Please enter a whole number of days.'
  if (offsetDays < min) return `Please enter at most ${-min} days before the due date.`
  if (offsetDays > max) return `Please enter at most ${max} days after the due date.`
  if (draft.steps.some((step) => step.offsetDays === offsetDays)) return 'There is one on this day already.'
  return draft.steps.length >= maxSteps ? `There can be at most ${maxSteps} reminders.` : null
}

/** The words of a step as they are now, its own or the usual ones. */
export function textOf({ offsetDays, subject, body }: ReminderStep): ReminderText {
  const usual = defaultReminderText(offsetDays)
  return { subject: subject ?? usual.subject, body: body ?? usual.body }
}

export function hasOwnText({ subject, body }: ReminderStep): boolean {
  return subject !== null || body !== null
}

/** Words that are the usual ones are not kept as its own: they change with those. */
export function withText(
  draft: ReminderSettings,
  offsetDays: number,
  text: Partial<ReminderText>,
): ReminderSettings {
  const usual = defaultReminderText(offsetDays)
  const steps = draft.steps.map((step) => {
    if (step.offsetDays !== offsetDays) return step
    const { subject, body } = { ...textOf(step), ...text }
    return {
      ...step,
      subject: subject === usual.subject ? null : subject,
      body: body === usual.body ? null : body,
    }
  })
  return { ...draft, steps }
}

/** What saving sends: a series that is not in force stays as it was saved. */
export function toSave(draft: ReminderSettings, saved: ReminderSettings): ReminderSettings {
  return draft.hasOwnSeries ? draft : { ...draft, steps: saved.steps }
}

export function isChanged(draft: ReminderSettings, saved: ReminderSettings): boolean {
  return !isSame(toSave(draft, saved), saved)
}

/** What was saved elsewhere comes in around what was changed here: otherwise saving this would undo it. */
export function aroundChanges(
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

/** What is wrong, by the path of the field. */
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
