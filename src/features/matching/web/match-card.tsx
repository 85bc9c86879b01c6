import { Link } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, Check, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { textLink } from '../../../web/ui/text-link.ts'
import { May } from '../../auth/web/may.tsx'
import type { Match, MatchTarget } from '../contract.ts'
import { acceptText, coveredText, movedText, targetDetail } from './match-text.ts'
import type { Decision } from './use-review.ts'

interface MatchCardProps {
  match: Match
  isCurrent: boolean
  /** Whether it takes the focus as soon as it is the current one. */
  takesFocus: boolean
  busyWith: Decision | null
  onDecide: (decision: Decision) => void
  onFindAnother: () => void
}

/** A bank transaction beside what it probably belongs to. */
export function MatchCard({ match, isCurrent, takesFocus, busyWith, ...on }: MatchCardProps) {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isCurrent || !takesFocus) return
    card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent, takesFocus])
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={`${match.transaction.description}, ${movedText(match.transaction)}`}
      aria-current={isCurrent || undefined}
      data-match={match.id}
      className={classNames(
        'grid gap-4 rounded-lg border bg-surface p-4 shadow-card sm:p-5 lg:grid-cols-2',
        isCurrent ? 'border-accent' : 'border-border',
      )}
    >
      <Moved match={match} />
      <div className="flex min-w-0 flex-col gap-2 lg:border-l lg:border-border lg:pl-5">
        <ul className="flex flex-col gap-2">
          {match.targets.map((target) => (
            <Target key={target.id} match={match} target={target} />
          ))}
        </ul>
        <p className="text-sm text-muted">{match.reason}</p>
      </div>
      <May permission="money.write">
        <div className="flex flex-wrap items-center gap-2 lg:col-span-2 lg:justify-end">
          <Button variant="ghost" size="sm" onClick={on.onFindAnother}>
            Find another
          </Button>
          <Button
            variant="secondary"
            size="sm"
            busy={busyWith === 'decline'}
            onClick={() => on.onDecide('decline')}
          >
            <X aria-hidden />
            Not a match
          </Button>
          <Button size="sm" busy={busyWith === 'accept'} onClick={() => on.onDecide('accept')}>
            <Check aria-hidden />
            {acceptText(match)}
          </Button>
        </div>
      </May>
    </article>
  )
}

export function Moved({ match: { transaction, kind } }: { match: Match }) {
  const isIncome = transaction.type === 'income'
  const Icon = kind === 'transfer' ? ArrowLeftRight : isIncome ? ArrowDownLeft : ArrowUpRight
  return (
    <div className="flex min-w-0 items-start gap-3">
      <Icon aria-hidden className={classNames('mt-1 size-4', isIncome ? 'text-positive' : 'text-muted')} />
      <div className="min-w-0 flex-1">
        <p className="own-words font-medium wrap-anywhere">{transaction.description}</p>
        <p className="text-sm text-muted">
          {[formatDate(transaction.date), transaction.accountLabel].filter(Boolean).join(' · ')}
        </p>
      </div>
      <p
        className={classNames(
          'font-semibold whitespace-nowrap tabular-nums',
          isIncome ? 'text-positive' : 'text-foreground',
        )}
      >
        {movedText(transaction)}
      </p>
    </div>
  )
}

const kindLabels = {
  invoices: 'Invoice',
  payment: 'Payment',
  expense: 'Expense',
  receipt: 'Receipt',
  transfer: 'Transfer',
  payout: 'Payout',
} as const satisfies Record<Match['kind'], string>

export function Target({ match, target }: { match: Pick<Match, 'kind'>; target: MatchTarget }) {
  return (
    <li className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-1">
      <Badge tone="outline" className="mt-0.5 shrink-0">
        {kindLabels[match.kind]}
      </Badge>
      <div className="min-w-36 flex-1">
        <p className="own-words font-medium wrap-anywhere">
          {match.kind === 'payout' ? (
            <Link to="/payouts/$id" params={{ id: target.id }} className={textLink}>
              {target.title}
            </Link>
          ) : target.invoiceId === null ? (
            target.title
          ) : (
            <Link to="/invoices/$id" params={{ id: target.invoiceId }} className={textLink}>
              {target.title}
            </Link>
          )}
        </p>
        <p className="own-words text-sm wrap-anywhere text-muted">{targetDetail(target)}</p>
      </div>
      <p className="ml-auto text-right font-semibold whitespace-nowrap tabular-nums">{coveredText(target)}</p>
    </li>
  )
}
