import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, FlaskConical, Hourglass } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { useFocusIfLost } from '../../../web/use-focus-if-lost.ts'
import { testPaymentsQuery } from '../../payments/web/ledger/ledger-api.ts'
import { RemoveTestsButton } from '../../payments/web/remove-tests-button.tsx'
import { testCount } from '../../payments/web/test-payment-text.ts'
import type { Needs } from '../contract.ts'
import { BankLines, BillLines, DisputeLines, DueSoonLines, FailedMailLines } from './need-groups.tsx'
import { NeedLine } from './need-line.tsx'
import { needsCount, trialEndText } from './need-text.ts'
import { OverdueLines } from './overdue-lines.tsx'

interface NeedsListProps {
  hasTests: boolean
  needs: Needs
  today: string
  timeZone: string
}

/** Lists what needs the owner's attention, most urgent first, each with one action. */
export function NeedsList({ needs, hasTests, today, timeZone }: NeedsListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // A button disappears after its action succeeds.
  useFocusIfLost(heading)
  const { data: tests } = useQuery({ ...testPaymentsQuery, enabled: hasTests })
  const leftovers = hasTests && tests && !tests.areAllowed && tests.count > 0 ? tests : null
  const count = needsCount(needs) + (leftovers ? 1 : 0)
  return (
    <section aria-labelledby="dashboard-needs" className="flex flex-col gap-3">
      <h2
        id="dashboard-needs"
        ref={heading}
        tabIndex={-1}
        className="text-base font-semibold text-foreground"
      >
        What needs you
      </h2>
      {count === 0 ? (
        <p className="flex items-center gap-3 rounded-lg border border-border bg-surface p-4 text-sm text-muted shadow-card sm:px-6">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-positive" />
          Nothing needs you right now.
        </p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:gap-0 sm:divide-y sm:divide-border sm:rounded-lg sm:border sm:border-border sm:bg-surface sm:shadow-card">
          <DisputeLines disputes={needs.disputes} timeZone={timeZone} />
          <OverdueLines overdue={needs.overdue} today={today} timeZone={timeZone} heading={heading} />
          <DueSoonLines dueSoon={needs.dueSoon} today={today} />
          <BillLines bills={needs.bills} today={today} />
          <BankLines banks={needs.banks} timeZone={timeZone} />
          <FailedMailLines mails={needs.failedMails} timeZone={timeZone} />
          {leftovers && (
            <NeedLine
              icon={FlaskConical}
              tone="attention"
              title={`Your books contain ${testCount(leftovers.count)}`}
              detail="No money moved with them, and more are not taken."
              amountCents={leftovers.cents}
              action={<RemoveTestsButton tests={leftovers} isShort />}
            />
          )}
          {needs.trial && (
            <NeedLine
              icon={Hourglass}
              tone="neutral"
              title={trialEndText(needs.trial, timeZone, today)}
              detail="Without a card it ends by itself, and you are on Free again."
              action={
                <Button asChild variant="secondary" size="sm">
                  <Link to="/settings" search={{ tab: 'subscription' }}>
                    Choose a plan
                  </Link>
                </Button>
              }
            />
          )}
        </ul>
      )}
    </section>
  )
}
