import { Link } from '@tanstack/react-router'
import { Landmark, Paperclip, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { Badge } from '../../../../web/ui/badge.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import type { FiledUnder, Receipt } from '../../contract.ts'
import type { useFiling } from './use-filing.ts'

interface FiledCardProps {
  receipt: Receipt
  filing: ReturnType<typeof useFiling>
  canChange: boolean
}

/** Where a receipt is filed: under an expense, a bank transaction, or both. */
export function FiledCard({ receipt, filing, canChange }: FiledCardProps) {
  const { filedBy } = receipt
  const targets = [receipt.expense, receipt.transaction].filter((target) => target !== null)
  return targets.map((target) => (
    <TargetCard
      key={target.kind}
      title={filedBy === 'match' ? 'Filed automatically' : 'Filed under'}
      target={target}
      actions={
        canChange && (
          <Button
            variant="secondary"
            size="sm"
            busy={filing.busy === 'detach'}
            busyLabel="Detaching..."
            onClick={() => filing.run({ kind: 'detach', from: target.kind })}
          >
            {filedBy === 'match' ? 'Undo' : 'Detach'}
          </Button>
        )
      }
    />
  ))
}

interface SuggestionCardProps {
  suggestion: FiledUnder
  filing: ReturnType<typeof useFiling>
}

/** What a receipt probably belongs to. One press attaches it. */
export function SuggestionCard({ suggestion, filing }: SuggestionCardProps) {
  return (
    <TargetCard
      title={suggestion.kind === 'expense' ? 'Looks like this expense' : 'Looks like this transaction'}
      target={suggestion}
      isSuggested
      actions={
        <>
          <Button
            busy={filing.busy === 'attach'}
            busyLabel="Attaching..."
            onClick={() => filing.run({ kind: 'attach', target: suggestion })}
          >
            <Paperclip aria-hidden />
            Attach
          </Button>
          <Button
            variant="secondary"
            busy={filing.busy === 'decline'}
            onClick={() => filing.run({ kind: 'decline' })}
          >
            Not this one
          </Button>
        </>
      }
    />
  )
}

interface TargetCardProps {
  title: string
  target: FiledUnder
  isSuggested?: boolean
  actions: ReactNode
}

function TargetCard({ title, target, isSuggested = false, actions }: TargetCardProps) {
  const { kind, id, category, text, amountMinor, currency, date } = target
  const Icon = isSuggested ? Sparkles : kind === 'expense' ? Paperclip : Landmark
  return (
    <Card className="gap-3 p-4 sm:px-6">
      <div className="flex items-start gap-3">
        <span className="mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent">
          <Icon aria-hidden className="size-4" />
        </span>
        <div className="min-w-0 flex-1 text-sm">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold">
            {title}
            {kind === 'transaction' && <Badge>Bank</Badge>}
          </h2>
          <p className="own-words wrap-anywhere">
            {kind === 'expense' ? (
              <Link to="/expenses/$id/edit" params={{ id }} className={textLink}>
                {category}
              </Link>
            ) : (
              category
            )}
            {text !== '' && ` · ${text}`}
          </p>
          <p className="text-muted tabular-nums">
            {formatMoney(Math.abs(amountMinor), { currency })} · {formatDate(date)}
          </p>
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </Card>
  )
}
