import { formatMoney } from '../../../shared/money.ts'
import { Card, CardContent } from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import type { StatementDocument } from '../contract.ts'
import { ageRows, closingRow, periodText, summaryRows, testNote } from '../rules.ts'

interface Line {
  key: string
  label: string
  value: string
}

/** How the account stands at the end, what moved it, and how old what is open is. */
export function StatementSummary({
  statement: { locale: _sender, ...document },
}: {
  statement: StatementDocument
}) {
  // On the owner’s pages, amounts have the reader’s number format.
  const statement = { ...document, locale: undefined }
  const closing = closingRow(statement)
  const note = testNote(document)
  return (
    <Card aria-label="Summary">
      <CardContent className="grid items-end gap-6 sm:grid-cols-2 sm:gap-12">
        <div className="flex flex-col gap-3">
          <div>
            <p className="text-sm text-muted">{periodText(document)}</p>
            <p className="mt-1 text-2xl font-semibold wrap-anywhere text-foreground tabular-nums">
              {closing.value}
            </p>
            <p className="text-sm text-muted">{closing.label}</p>
          </div>
          <Lines lines={summaryRows(statement)} />
          {note && <p className="text-sm text-muted">{note}</p>}
        </div>
        <Lines
          lines={ageRows(statement)}
          strong={({ value, key }) => key !== 'currentMinor' && value !== formatMoney(0, statement)}
        />
      </CardContent>
    </Card>
  )
}

function Lines({ lines, strong }: { lines: readonly Line[]; strong?: (line: Line) => boolean }) {
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      {lines.map((line) => (
        <div key={line.key} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{line.label}</dt>
          <dd
            className={classNames(
              'tabular-nums',
              strong?.(line) ? 'font-semibold text-negative' : 'text-foreground',
            )}
          >
            {line.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
