import { defaultSeries } from '../rules.ts'
import { defaultReminderText } from '../text-rules.ts'
import { TextPreview } from './text-preview.tsx'

/** What the client of a business without a series of its own gets. */
export function DefaultReminder({ company }: { company: string }) {
  const offsetDays = defaultSeries[0] ?? 0
  return <TextPreview offsetDays={offsetDays} text={defaultReminderText(offsetDays)} company={company} />
}
