import { Card, CardContent } from '../../../web/ui/card.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { preparingText } from './report-text.ts'

/** Shown until the records of the business are counted for the first time. */
export function ReportPreparing({ left }: { left: number }) {
  return (
    <Card>
      <CardContent className="flex flex-col items-center gap-3 py-12! text-center">
        <Spinner size="lg" className="text-accent" />
        <output className="text-base font-semibold text-foreground tabular-nums">
          {preparingText(left)}
        </output>
        <p className="text-sm text-muted">The report appears as soon as this is done.</p>
      </CardContent>
    </Card>
  )
}
