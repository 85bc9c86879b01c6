import { Link } from '@tanstack/react-router'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardTitle } from '../../../web/ui/card.tsx'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import type { Team } from '../contract.ts'

/** What a team is, for a business whose plan does not include one. */
export function WorkTogetherCard({ seats }: { seats: Team['seats'] }) {
  return (
    <Card aria-labelledby="work-together">
      <CardContent className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <CardTitle id="work-together" className="flex flex-wrap items-center gap-2">
            Work together
            <ProBadge plan="enterprise" />
          </CardTitle>
          <div className="mt-1 flex max-w-2xl flex-col gap-1 text-sm text-muted">
            <p>
              With Enterprise you invite others to your business, each with a role that says what they see and
              change. You can also have several businesses, your own categories and fields, and comments.
            </p>
            <p>
              {seats === 'one-accountant'
                ? 'Your plan includes one seat for your accountant, who sees everything and changes nothing.'
                : 'With Pro you invite your accountant, who sees everything and changes nothing.'}
            </p>
          </div>
        </div>
        <Button asChild variant="secondary">
          <Link to="/pricing">See plans</Link>
        </Button>
      </CardContent>
    </Card>
  )
}
