import { useHomeCurrency } from '../../auth/web/session.ts'
import { type ReminderText, fillText, previewValues } from '../rules.ts'

interface TextPreviewProps {
  offsetDays: number
  text: ReminderText
  /** The name of the business; empty while it is unknown. */
  company: string
}

export function TextPreview({ offsetDays, text, company }: TextPreviewProps) {
  const example = previewValues(offsetDays, useHomeCurrency())
  const values = company === '' ? example : { ...example, company }
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-1.5">
      <p className="text-sm font-medium text-foreground">Preview</p>
      <div className="flex flex-1 flex-col gap-3 rounded-lg border border-border bg-background p-4 text-sm">
        <p className="border-b border-border pb-3 font-semibold wrap-anywhere text-foreground">
          {fillText(text.subject, values)}
        </p>
        <p className="wrap-anywhere whitespace-pre-line text-foreground">{fillText(text.body, values)}</p>
        <p className="text-muted">
          Below it, there’s a button to the invoice and a link to say “I have paid”.
        </p>
      </div>
    </section>
  )
}
