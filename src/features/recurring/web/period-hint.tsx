import { CalendarRange } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { filledTexts } from '../period-text-rules.ts'
import { type SavedPlan, type SeriesFormValues, periodToShow } from './series-form-values.ts'

const shownTexts = 4

/** Says which words are replaced in each invoice, and what the next one will say. */
export function PeriodHint({ saved, today }: { saved: SavedPlan | null; today: string }) {
  const { control, getValues } = useFormContext<SeriesFormValues>()
  useWatch({ control, name: ['frequency', 'startDate', 'charge', 'description', 'notes', 'purchaseOrder'] })
  const values = getValues()
  const period = periodToShow(values, { saved, today })
  const texts = period ? filledTexts(values, period) : []
  return (
    <section
      aria-label="Dates in texts"
      className="-mt-2 flex gap-3 rounded-lg bg-surface-sunken px-4 py-3 text-sm text-foreground"
    >
      <CalendarRange aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="text-muted">
          Write <Name>month</Name>, <Name>year</Name> or <Name>period</Name> in a line, the description, the
          notes or the purchase order. Each invoice gets its own, such as {period?.month ?? 'November'}. There
          are also <Name>previous_month</Name>, <Name>next_month</Name> and <Name>previous_period</Name>.
        </p>
        <div aria-live="polite">
          {texts.length > 0 && (
            <>
              <p className="mt-1.5 font-medium">The next invoice will say:</p>
              <ul>
                {texts.slice(0, shownTexts).map((text, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- two texts can be the same
                  <li key={index} className="line-clamp-2 wrap-anywhere">
                    {text}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
    </section>
  )
}

function Name({ children }: { children: string }) {
  return <code className="rounded bg-surface px-1 py-0.5 text-xs text-foreground">{`{${children}}`}</code>
}
