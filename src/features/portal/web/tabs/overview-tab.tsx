import { CircleCheck, Mail, Phone } from 'lucide-react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import type { Portal } from '../../contract.ts'
import { nextDueDays } from '../currency-text.ts'

interface OverviewTabProps {
  portal: Portal
  onPay: () => void
}

/** What the client owes, and who they can ask. */
export function OverviewTab({ portal, onPay }: OverviewTabProps) {
  const { owed, nextDue, business } = portal
  return (
    <div className="flex flex-col gap-6">
      <Card aria-label="What you owe">
        <CardContent className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          {owed.length === 0 ? (
            <p className="flex items-center gap-2 font-medium text-foreground">
              <CircleCheck aria-hidden className="size-5 text-positive" />
              Everything is paid.
            </p>
          ) : (
            <>
              <div className="flex min-w-0 flex-col gap-3">
                <h2 className="text-sm font-medium text-muted">You owe</h2>
                <ul className="flex flex-wrap gap-x-8 gap-y-3">
                  {owed.map((sum) => (
                    <li key={sum.currency} className="tabular-nums">
                      <span className="text-2xl font-semibold tracking-tight text-foreground">
                        {formatMoney(sum.openMinor, sum)}
                      </span>
                      {sum.overdueMinor > 0 && (
                        <span className="block text-sm font-medium text-negative">
                          {formatMoney(sum.overdueMinor, sum)} overdue
                        </span>
                      )}
                    </li>
                  ))}
                </ul>
                {nextDue.length > 0 && (
                  <div className="flex flex-col gap-1 text-sm text-muted tabular-nums">
                    {nextDueDays(nextDue).map(({ date, lead, amounts }) => (
                      <p key={date}>
                        {lead} {amounts} due on <time dateTime={date}>{formatDate(date)}</time>.
                      </p>
                    ))}
                  </div>
                )}
              </div>
              <Button size="lg" className="max-sm:w-full" onClick={onPay}>
                Pay
              </Button>
            </>
          )}
        </CardContent>
      </Card>
      {(business.email !== '' || business.phone !== '') && (
        <Card aria-label="Contact">
          <CardHeader>
            <CardTitle>Questions?</CardTitle>
          </CardHeader>
          <CardContent className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
            {business.email !== '' && (
              <a
                href={`mailto:${business.email}`}
                className="inline-flex items-center gap-2 underline-offset-4 hover:underline touch:py-2.5"
              >
                <Mail aria-hidden className="size-4 shrink-0 text-muted" />
                <span className="wrap-anywhere">{business.email}</span>
              </a>
            )}
            {business.phone !== '' && (
              <a
                href={`tel:${business.phone}`}
                className="inline-flex items-center gap-2 underline-offset-4 hover:underline touch:py-2.5"
              >
                <Phone aria-hidden className="size-4 shrink-0 text-muted" />
                {business.phone}
              </a>
            )}
          </CardContent>
        </Card>
      )}
    </div>
  )
}
