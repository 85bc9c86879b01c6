import { usualSeries } from '../rules.ts'
import { usualText } from '../text-rules.ts'
import { TextPreview } from './text-preview.tsx'

/** What the client of a business without a series of its own gets. */
export function UsualReminder({ company }: { company: string }) {
  const offsetDays = usualSeries[0] ?? 0
  return <TextPreview offsetDays={offsetDays} text={usualText(offsetDays)} company={company} />
}
