import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, CircleCheck, FlaskConical, Hourglass } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { useFocusIfLost } from '../../../web/use-focus-if-lost.ts'
import { May } from '../../auth/web/may.tsx'
import { testPaymentsQuery } from '../../payments/web/ledger/ledger-api.ts'
import { RemoveTestsButton } from '../../payments/web/remove-tests-button.tsx'
import { testCount } from '../../payments/web/test-payment-text.ts'
import type { Needs } from '../contract.ts'
import {
  BankLines,
  BillLines,
  ClientNewsLines,
  DisputeLines,
  DueSoonLines,
  FailedMailLines,
} from './need-groups.tsx'
import { NeedLine } from './need-line.tsx'
import { firstNeeds, needsCount, trialEndText } from './need-text.ts'
import { OverdueLines } from './overdue-lines.tsx'

interface NeedsListProps {
  hasTests: boolean
  needs: Needs
  today: string
  timeZone: string
}

/** How many are shown at first. */
const maxShown = 3

/** Lists what needs the owner's attention, most urgent first, each with one action. */
export function NeedsList({ needs, hasTests, today, timeZone }: NeedsListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // A button disappears after its action succeeds.
  useFocusIfLost(heading)
  const { data: tests } = useQuery({ ...testPaymentsQuery, enabled: hasTests })
  const leftovers = hasTests && tests && !tests.areAllowed && tests.count > 0 ? tests : null
  const [isAll, setIsAll] = useState(false)
  const all = { ...needs, tests: leftovers }
  const hasMore = needsCount(firstNeeds(all, maxShown + 1)) > maxShown
  const shown = hasMore && !isAll ? firstNeeds(all, maxShown) : all
  return (
    <section aria-labelledby="dashboard-needs" className="@container flex min-w-0 flex-col gap-2 lg:gap-6">
      <h2
        id="dashboard-needs"
        ref={heading}
        tabIndex={-1}
        className="flex items-center text-base font-semibold text-foreground lg:min-h-10"
      >
        Needs attention
      </h2>
      <Card className="flex-1">
        {needsCount(all) === 0 ? (
          <p className="flex flex-1 items-center gap-3 p-4 text-sm text-muted lg:flex-col lg:justify-center lg:py-10">
            <CircleCheck aria-hidden className="size-5 shrink-0 text-positive lg:size-8" />
            You’re all caught up.
          </p>
        ) : (
          <ul className="divide-y divide-border">
            <DisputeLines disputes={shown.disputes} timeZone={timeZone} />
            <OverdueLines overdue={shown.overdue} today={today} timeZone={timeZone} heading={heading} />
            <ClientNewsLines news={shown.clientNews} timeZone={timeZone} />
            <DueSoonLines dueSoon={shown.dueSoon} today={today} />
            <BillLines bills={shown.bills} today={today} />
            <BankLines banks={shown.banks} timeZone={timeZone} />
            <FailedMailLines mails={shown.failedMails} timeZone={timeZone} />
            {shown.tests && (
              <NeedLine
                icon={FlaskConical}
                tone="attention"
                title={`Your records contain ${testCount(shown.tests.count)}`}
                detail="No money moved, and test payments are no longer accepted."
                amount={shown.tests}
                action={<RemoveTestsButton tests={shown.tests} isShort />}
              />
            )}
            {shown.trial && (
              <NeedLine
                icon={Hourglass}
                tone="neutral"
                title={trialEndText(shown.trial, timeZone, today)}
                detail="If you don’t add a card, you’ll move to Free."
                action={
                  <May permission="business.own">
                    <Button asChild variant="secondary" size="sm">
                      <Link to="/settings" search={{ tab: 'subscription' }}>
                        Choose a plan
                      </Link>
                    </Button>
                  </May>
                }
              />
            )}
          </ul>
        )}
        {hasMore && (
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isAll}
            className="m-1 self-start px-3!"
            onClick={() => setIsAll(!isAll)}
          >
            {isAll ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
            {isAll ? 'Show less' : 'Show more'}
          </Button>
        )}
      </Card>
    </section>
  )
}
